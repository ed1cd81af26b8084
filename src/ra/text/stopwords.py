"""Lists the stop words of each language (SPEC 8.2).

The lists contain articles, pronouns, prepositions, conjunctions, auxiliaries, question words and
particles; nothing that could be a topic by itself. They are short because longer lists ranked
worse.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from ra.text.analysis import words
from ra.text.languages import spoken

# One form covers all words with the same stem. Words that share their stem with a topic are mostly
# left out (German "sich" with "Sicherheit", Swedish "kunde" with "kunder"); question words stay. An
# apostrophe ends a word: "what's" becomes "what" and "s", "l'eau" "l" and "eau".
LISTS = MappingProxyType({
    "arabic": """
        من في على إلى عن مع عند بعد قبل بين منذ حتى خلال حول دون ضد فوق تحت لدى عبر ضمن
        و أو ثم لكن ولكن بل إذا إن لو لأن كي لكي حيث بينما كما مثل
        هذا هذه ذلك تلك هؤلاء أولئك الذي التي الذين اللاتي هنا
        أنا نحن أنت أنتم هو هي هم هن هما
        له لها لهم لي لنا به بها بهم فيه منه عنه
        ما ماذا لماذا متى أين كيف كم هل أي أية
        لا لم لن ليس غير سوف قد لقد كان يكون تكون إلا فقط أيضا كل بعض
    """,
    "danish": """
        en et den det de der som disse
        jeg du han hun vi man mig dig ham hende os jer dem sig
        min mit din dit sin sit vores
        i på til af fra med for om ved over under mellem efter før mod uden hos gennem ad
        og eller men at hvis når da fordi så end både enten hverken selvom
        er var være bliver blev har havde haft
        kan kunne skal skulle vil må måtte bør gør gjorde
        hvad hvem hvor hvordan hvornår hvorfor hvilken
        ikke ingen nogen nogle alle alt også meget her nu jo
    """,
    "dutch": """
        de het een dit dat deze die
        ik jij je u hij zij ze wij we jullie mij me hem haar ons hen hun zich
        mijn jouw uw zijn onze
        in op aan van voor met uit bij naar over onder tussen door tot na om tegen zonder
        tijdens sinds
        en of maar want als dan dus omdat terwijl hoewel zodat toen ook
        ben bent is was geweest wordt worden werd werden heb hebt heeft had
        kan kun kunt kon konden moet mag mogen wil zal zullen zou zouden
        doe doet doen te er
        wat wie waar wanneer waarom hoe welk welke waarmee waarvoor waarin
        niet geen wel nog iets elk elke hier daar nu zo
    """,
    "english": """
        a an the this that these those
        i you he she it we they me him us them my your his her our their myself itself
        of in on at to from for with without by about into onto through between during
        before after
        and or but nor if then than so because as although though
        am is are was were be been do does did done have has had
        can could shall should will would may might must
        what which who whom whose when where why how whether
        not no any some all both each such only also too very just here there
        s t m ll ve don doesn isn
    """,
    "finnish": """
        minä sinä hän me te he minun sinun hänen meidän teidän heidän
        se ne sen sitä siitä siinä siihen niiden niitä niissä niihin
        tämä tätä tästä nämä näiden näitä tuo tuon nuo
        joka jonka jota josta johon jotka joiden joita joissa
        mikä minkä mitä mistä mihin millä miten miksi milloin kuka kenen ketä kuinka
        onko voiko ovatko
        ja tai sekä vai mutta vaan että kun koska kuin niin siis vaikka jotta eli
        oli olivat olla ole
        ei en emme eivät eikä voi voin voit voivat
        myös vain jo vielä nyt mukaan kautta
    """,
    "french": """
        le la un une des du au aux ce cet
        je tu il elle on nous vous me te se moi toi lui leur eux y en
        mon ma ton ta son notre nos votre vos
        à dans par pour sur sous avec sans chez vers entre depuis pendant avant après contre
        et ou mais donc ni car si que qui quoi dont où lorsque puisque
        est suis sont êtes était étaient être été sera soit
        as a ont avons avez avait avaient avoir eu
        peut peux peuvent doit dois doivent fait faire
        quand comment pourquoi combien quel lequel laquelle
        ne pas plus aussi très tout tous cela ça ceci ici là
        l d n s qu jusqu
    """,
    "german": """
        der die das den dem des ein dieser jener
        ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm man
        mein dein sein
        in im an am auf aus bei beim mit nach von vom zu zum zur für über unter um durch gegen
        ohne zwischen vor bis während
        und oder aber denn wenn als ob weil dass damit also sondern wie so
        bin bist ist sind war wird werden wurde
        hat habe hatte kann können könnte muss soll sollte will wollen darf
        was wer wen wem wessen wo wann warum wieso weshalb woher wohin womit wozu welche
        nicht kein auch nur noch sehr hier da dort
    """,
    "greek": """
        ο η το οι τα του τον την τις στο στην στον στις
        ένας μια μιας εγώ εσύ εμείς αυτός εκείνος σου με σε
        από για προς χωρίς μετά πριν κατά μεταξύ μέχρι ως υπό αντί
        και κι αλλά όμως ούτε αν εάν επειδή γιατί διότι ώστε όπως ότι πως
        που να θα δεν μη μην ας
        είμαι είσαι είναι είμαστε ήμουν ήταν έχω είχε μπορεί
        τι ποιος πότε πόσο
        όχι πιο επίσης εδώ εκεί όλα κάθε
    """,
    "hungarian": """
        a az egy ez ennek annak erre
        én te ő mi ti ők engem téged őt titeket nekem enyém
        és s vagy de ha mert hogy hanem mint bár pedig illetve is sem se
        aki ami amely ahol ahogy
        ki hol hová honnan milyen melyik hány mennyi
        van volt voltak lesz legyen lenne lehet kell
        nem ne igen nincs csak már még most így úgy
        alatt fölött felett között mellett előtt szerint nélkül által
    """,
    "italian": """
        il lo la i gli le un uno una
        di a da in con su per tra fra del dello dei degli al allo alla agli alle
        dal dalla dai nel nello nei negli sul sulla sui
        io tu lui lei noi voi loro mi ti ci vi si ne me te
        mio mia tuo tua suo sua sue nostro
        questo quello ciò
        e ed o ma se che perché anche come mentre dunque né
        è sono sei siamo era erano essere sia ha ho hanno abbiamo aveva avere
        può possono deve fare fa
        chi cosa quale quando dove quanto cui
        non più molto qui già
        l d all ad
    """,
    "norwegian": """
        en et ei den det de denne dette disse der som
        jeg du han hun vi man meg deg ham henne oss dem seg eg ho
        min mitt din ditt sin sitt vårt
        i på til av fra med for om ved over under mellom etter før uten hos gjennom
        og eller men at hvis når da fordi så enn både enten selv
        er var blir ble bli blitt har hadde ha
        kan kunne skal skulle vil må måtte bør gjør gjorde
        hva hvem hvor hvordan hvorfor hvilken kva kven korleis kvifor
        ikke ikkje ingen noe noen alle alt også kun her nå
    """,
    "portuguese": """
        o a os as um uma uns umas
        de do da dos das em no na nos nas ao à aos às por pelo para com sem
        sobre entre até desde após num
        eu tu ele ela nós vós eles elas você vocês me te se lhe lhes
        meu minha seu sua seus suas nosso dele
        este esta estes estas esse essa esses essas aquele isto isso aquilo
        e ou mas nem que porque pois quando enquanto embora
        é são ser sou era eram foi foram está estão estar ter tinha há pode deve
        qual quais quem onde quanto quê cujo
        não sim mais muito também só já aqui ali
    """,
    "romanian": """
        un o unui unei niște ale al a lui
        eu tu el ea voi ei ele mă te îl îi le îmi îți ne vă se își mi ți
        meu mea tău ta său sa săi lor nostru noastră
        acest această acești acel acea cel cea cei
        de la în din pe cu fără pentru prin despre între până după sub peste spre dintre lângă
        și sau dar iar ori dacă că să deoarece ca decât
        este e sunt era erau fi fost fiind am are au avea avem poate pot va vor ar
        ce cine care cui când unde cum cât câți
        nu mai foarte doar tot toate toți aici
        într însă precum
    """,
    "russian": """
        и а но или да же ли бы то
        в во на с со к ко по из от до за о об у при для без под над про через между
        перед после около
        я ты он мы вы меня тебя его её нас вас их мне ему нам вам
        ним ней них него себя
        мой твой наш ваш свой
        этот эта тот та те того тех
        что чтобы как если когда потому хотя пока чем
        кто кого кому кем чего где куда откуда почему зачем сколько
        который чей
        быть был есть будет будут может могут
        ни нет уже ещё только также тоже очень так там тут здесь
        все всех является
    """,
    "spanish": """
        el la los las lo un una unos unas
        de del a al en por para con sin sobre entre hasta desde hacia según durante ante
        yo tú ella nosotros ellos ellas usted me te se nos le les mí ti
        tus su sus nuestro
        este esta esto estos estas ese esa eso esos esas aquel aquella
        y e o u ni pero si que porque como cuando mientras aunque pues
        es son ser soy era eran fue fueron están estar estaba
        ha han he haber hay tiene tener puede debe
        dónde quién quien cuál cuánto
        no muy también ya aquí
    """,
    "swedish": """
        en ett den det de denna detta dessa som där
        jag du han hon vi ni man mig dig honom henne oss er dem sig
        min din ditt sin vårt deras
        i på till av från med för om vid över under mellan efter utan hos åt
        och eller men att när då eftersom så än både varken medan ifall
        är var varit blir blev bli blivit har hade ha haft
        kan ska skall skulle måste gör gjorde
        vad vem hur varför vilken vilket vart
        ej ingen inget någon något några alla allt också mycket här nu
    """,
    "tamil": """
        நான் நாங்கள் நாம் நீ நீங்கள் அவன் அவள் அவர் அது அவை இது இவை இவர்
        என் எனக்கு உன் நம் அவரது அதன் இதன் தன் தம்
        அந்த இந்த எந்த அங்கு அங்கே அதை இதை அதில் இதில் அதற்கு இதற்கு
        என்ன ஏன் எப்படி எப்போது யார் எது எவை எவ்வளவு எத்தனை எவ்வாறு
        ஒரு ஓர் மற்றும் அல்லது ஆனால் எனவே ஆகவே ஆகையால் ஏனெனில் என்று என்பது என்ற
        போல் போன்ற மீது உடன் இருந்து விட
        ஆகும் உள்ளது இருக்கிறது இல்லை வேண்டும்
        தான் கூட மட்டும் மேலும் மிகவும் இன்னும் பிறகு பின் முன்
    """,
    "turkish": """
        bir bu şu o bunlar şunlar
        ben sen biz siz kendisi
        ve veya yahut ile ama fakat ancak çünkü eğer ki de hem iken
        için gibi kadar karşı beri sonra üzere rağmen
        ne niçin niye nasıl nerede kim hangi hangisi kaç
        mi mı mu mü
        dir dır olarak oldu olur olmak var değil idi
        her hiç tüm çok daha en sadece yalnızca böyle şöyle burada
        ayrıca hiçbir birçok henüz belki hep yani herkes hepsi olduğu
    """,
})  # fmt: skip


_EVERYWHERE = "vs versus"  # compare two topics in every language


@cache
def stop_words(language: str) -> frozenset[str]:
    """The stop words as terms; empty for a language without a list."""
    listed = LISTS.get(spoken(language), "")
    return frozenset(words(f"{listed} {_EVERYWHERE}", language)) if listed else frozenset()
