"""Which words of a language hold a sentence together and say little about its subject? (SPEC 8.2)

Articles, pronouns, prepositions, conjunctions, auxiliaries, question words, particles; nothing
that could be a subject by itself. The lists are short on purpose: long ones ranked worse.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from ra.text.analysis import words

# An apostrophe ends a word: "what's" is asked as "what" and "s", "l'eau" as "l" and "eau".
# Left out are letters that name something ("c") and words whose stem is that of a subject:
# French "sommes" and "somme", Russian "еще" and none. Both spellings stand here where people
# write both: Spanish "qué" and "que", Romanian "și" and "şi".
LISTS = MappingProxyType({
    "arabic": """
        من في على إلى الى عن مع عند بعد قبل بين منذ حتى خلال حول دون ضد فوق تحت لدى عبر ضمن
        و أو او ثم لكن ولكن بل أم إذا اذا إن ان أن لو لأن كي لكي حيث بينما كما مثل
        هذا هذه ذلك تلك هؤلاء أولئك الذي التي الذين اللاتي هنا هناك
        أنا انا نحن أنت انت أنتم هو هي هم هن هما
        له لها لهم لي لنا لك به بها بهم فيه فيها منه منها عنه عنها عليه عليها إليه إليها
        ما ماذا لماذا متى أين اين كيف كم هل أي اي أية
        لا لم لن ليس ليست غير سوف قد لقد كان كانت كانوا يكون تكون إلا الا فقط أيضا كل بعض
    """,
    "danish": """
        en et den det de der som denne dette disse
        jeg du han hun vi man mig dig ham hende os jer dem sig
        min mit mine din dit dine sin sit sine hans hendes vores jeres deres dens dets
        i på til af fra med for om ved over under mellem efter før mod uden hos gennem ad
        og eller men at hvis når da fordi så end både enten hverken mens selvom
        er var være været bliver blev blive har havde have haft
        kan kunne skal skulle vil ville må måtte bør gør gjorde gøre
        hvad hvem hvor hvordan hvornår hvorfor hvilken hvilket hvilke hvis
        ikke ingen intet nogen noget nogle alle alt også kun bare meget her nu jo
    """,
    "dutch": """
        de het een dit dat deze die
        ik jij je u hij zij ze wij we jullie mij me hem haar ons hen hun zich
        mijn jouw uw zijn onze
        in op aan van voor met uit bij naar over onder tussen door tot na om tegen zonder
        tijdens sinds
        en of maar want als dan dus omdat terwijl hoewel zodat toen ook
        ben bent is was waren geweest wordt worden werd werden heb hebt heeft hebben had hadden
        kan kun kunt kunnen kon konden moet moeten mag mogen wil willen zal zullen zou zouden
        doe doet doen te er
        wat wie waar wanneer waarom hoe welk welke waarmee waarvoor waarin
        niet geen wel al nog maar alle alles iets niets elk elke hier daar nu zo
    """,
    "english": """
        a an the this that these those
        i you he she it we they me him us them my your his her its our their myself itself
        of in on at to from for with without by about into onto through between during
        before after above below over under against
        and or but nor if then than so because as while although though until unless
        am is are was were be been being do does did doing done have has had having
        can could shall should will would may might must
        what which who whom whose when where why how whether
        not no any some all both each such only also too very just here there again
        s t m ll ve don doesn isn
    """,
    "finnish": """
        minä sinä hän me te he minun sinun hänen meidän teidän heidän minua sinua häntä
        minulla sinulla hänellä meillä minulle
        se ne sen sitä siitä siinä siihen sillä niiden niitä niissä niihin
        tämä tämän tätä tästä tässä nämä näiden näitä tuo tuon nuo
        joka jonka jota josta jossa johon jotka joiden joita joissa
        mikä minkä mitä mistä missä mihin millä miten miksi milloin kuka kenen ketä kuinka
        onko voiko ovatko
        ja tai sekä vai mutta vaan että jos kun koska kuin niin siis vaikka jotta eli
        on ovat oli olivat olla ollut ole olen olet olemme olisi
        ei en et emme eivät eikä voi voin voit voivat
        myös vain jo vielä nyt hyvin kanssa ilman jälkeen ennen mukaan kautta sekä
    """,
    "french": """
        le la les un une des du de au aux ce cet cette ces
        je tu il elle on nous vous ils elles me te se moi toi lui leur eux y en
        mon ma mes ton ta tes son sa ses notre nos votre vos leurs
        à dans par pour sur sous avec sans chez vers entre depuis pendant avant après contre
        et ou mais donc or ni car si que qui quoi dont où lorsque puisque
        est es suis sont êtes était étaient être été sera serait soit
        ai as a ont avons avez avait avaient avoir eu
        peut peux peuvent doit dois doivent fait faire
        quand comment pourquoi combien quel quelle quels quelles lequel laquelle
        ne pas plus aussi très tout toute tous toutes cela ça ceci ici là
        l d j m n s t qu jusqu lorsqu
    """,
    "german": """
        der die das den dem des ein eine einen einem einer eines
        dieser diese dieses diesen diesem jener jene jenes
        ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen sich man
        mein meine dein deine sein seine seinen seiner ihre ihren ihrer unser unsere
        in im an am auf aus bei beim mit nach von vom zu zum zur für über unter um durch gegen
        ohne zwischen vor seit bis während
        und oder aber denn wenn als ob weil dass daß damit also sondern wie so
        bin bist ist sind war waren wäre wird werden wurde wurden worden
        hat habe haben hatte hatten kann können könnte muss müssen soll sollte will wollen darf
        was wer wen wem wessen wo wann warum wieso weshalb woher wohin womit wozu
        welche welcher welches welchen
        nicht kein keine keinen auch nur noch schon sehr hier da dort
    """,
    "greek": """
        ο η το οι τα του της των τον την τους τις στο στη στην στον στα στους στις
        ένας ένα μια μία ενός μιας
        εγώ εσύ εμείς εσείς αυτός αυτή αυτό αυτοί αυτές αυτά αυτού αυτής αυτών
        εκείνος εκείνη εκείνο μου σου μας σας με σε
        από για προς χωρίς μετά πριν κατά μεταξύ μέχρι ως παρά υπό αντί
        και κι ή αλλά όμως ούτε είτε αν εάν όταν ενώ επειδή γιατί διότι ώστε όπως ότι πως
        που να θα δεν μη μην ας
        είμαι είσαι είναι είμαστε είστε ήμουν ήταν έχω έχεις έχει έχουμε έχουν είχε είχαν μπορεί μπορώ
        τι ποιος ποια ποιο ποιοι ποιες ποιους πού πώς πότε πόσο πόσα πόσοι
        όχι ναι πολύ πιο μόνο επίσης εδώ εκεί όλα όλοι κάθε
    """,
    "hungarian": """
        a az egy ez azt ezt ezek azok ennek annak ebben abban erre arra ezzel azzal
        én te ő mi ti ők engem téged őt minket titeket őket nekem neked neki nekünk nekik
        enyém saját maga
        és s vagy de ha mert hogy hanem mint bár mivel pedig illetve is sem se
        aki ami amely akik amik amelyek amit akit amelyet ahol amikor ahogy
        ki kit mit kinek minek hol hová honnan mikor miért hogyan hogy milyen melyik hány mennyi
        van vannak volt voltak lesz lesznek legyen lenne lehet kell tud
        nem ne igen nincs nincsenek csak már még most itt ott így úgy nagyon
        alatt fölött felett között mellett után előtt szerint nélkül által során keresztül felé
    """,
    "italian": """
        il lo la i gli le un uno una
        di a da in con su per tra fra del dello della dei degli delle al allo alla ai agli alle
        dal dalla dai dalle nel nello nella nei negli nelle sul sulla sui sulle
        io tu lui lei noi voi loro mi ti ci vi si ne me te
        mio mia tuo tua suo sua suoi sue nostro nostra
        questo questa questi queste quello quella quelli quelle ciò
        e ed o ma se che perché perchè anche come mentre dunque né
        è sono sei siamo era erano essere stato sia ha ho hanno abbiamo aveva avere
        può possono deve devono fare fa
        chi cosa quale quali quando dove quanto quanti quanta quante cui
        non più molto solo qui già
        l d c un dell all nell sull dall quest
    """,
    "norwegian": """
        en et ei den det de denne dette disse der som
        jeg du han hun vi dere man meg deg ham henne oss dem seg eg ho
        min mitt mine din ditt dine sin sitt sine hans hennes vår vårt våre deres dens
        i på til av fra med for om ved over under mellom etter før mot uten hos gjennom
        og eller men at hvis når da fordi så enn både enten mens selv
        er var være vært blir ble bli blitt har hadde ha hatt
        kan kunne skal skulle vil ville må måtte bør gjør gjorde gjøre
        hva hvem hvor hvordan hvorfor hvilken hvilket hvilke kva kven korleis kvifor
        ikke ikkje ingen noe noen alle alt også bare kun her nå
    """,
    "portuguese": """
        o a os as um uma uns umas
        de do da dos das em no na nos nas ao à aos às por pelo pela pelos pelas para com sem
        sobre entre até desde após contra num numa
        eu tu ele ela nós vós eles elas você vocês me te se lhe lhes
        meu minha seu sua seus suas nosso nossa dele dela deles delas
        este esta estes estas esse essa esses essas aquele aquela isto isso aquilo
        e ou mas nem que se porque pois como quando enquanto embora
        é são ser sou era eram foi foram está estão estar tem têm ter tinha há pode podem
        deve devem
        qual quais quem onde quanto quantos quanta quantas quê porquê cujo cuja
        não sim mais muito também só já aqui ali
    """,
    "romanian": """
        un o unui unei niște ale al a ai lui
        eu tu el ea noi voi ei ele mă te îl îi le îmi îți ne vă se își mi ți
        meu mea tău ta său sa săi sale lor nostru noastră
        acest această acesta aceasta aceste acești acestea acel acea aceea acele acei cel cea cei
        cele
        de la în din pe cu fără pentru prin despre între până după sub peste spre dintre lângă
        și şi sau dar iar ori dacă că să deoarece deci ca decât
        este e sunt era erau fi fost fiind am are au avea avem poate pot va vor ar
        ce cine care cui când unde cum cât câtă câți câte cât
        nu mai foarte doar tot toate toți aici
    """,
    "russian": """
        и а но или да же ли бы то
        в во на с со к ко по из от до за о об обо у при для без под над про через между
        перед после около
        я ты он она оно мы вы они меня тебя его её ее нас вас их мне тебе ему ей нам вам им
        ним ней них него себя себе
        мой моя твой наш наша ваш свой своя свои своего
        этот эта это эти этого этой этих том тот та те того той тех
        что чтобы как если когда потому поэтому хотя пока чем
        кто кого кому кем чего чему где куда откуда почему зачем сколько какой какая какое какие
        каких каким который которая которое которые которых чей
        быть был была было были есть будет будут может могут
        не ни нет уже ещё еще только также тоже очень так там тут здесь
    """,
    "spanish": """
        el la los las lo un una unos unas
        de del a al en por para con sin sobre entre hasta desde hacia según contra durante ante
        yo tú él ella nosotros ellos ellas usted ustedes me te se nos le les mí ti
        mi mis tu tus su sus nuestro nuestra nuestros
        este esta esto estos estas ese esa eso esos esas aquel aquella
        y e o u ni pero sino si que porque como cuando mientras aunque pues
        es son ser soy era eran fue fueron está están estar estaba
        ha han he haber había hay tiene tienen tener puede pueden debe deben
        qué cómo cuándo dónde donde quién quiénes quien cuál cuáles cual cuánto cuántos cuánta
        cuántas
        no sí más muy también ya solo sólo aquí
    """,
    "swedish": """
        en ett den det de denna denne detta dessa som där
        jag du han hon vi ni man mig dig honom henne oss er dem sig
        min mitt mina din ditt dina sin sitt sina hans hennes vår vårt våra deras dess
        i på till av från med för om vid över under mellan efter före mot utan hos genom åt
        och eller men att när då eftersom så än både varken medan ifall
        är var vara varit blir blev bli blivit har hade ha haft
        kan kunde ska skall skulle vill ville måste bör gör gjorde göra
        vad vem vems hur varför vilken vilket vilka vart
        inte ej ingen inget inga någon något några alla allt också bara endast mycket här nu
    """,
    "tamil": """
        நான் நாங்கள் நாம் நீ நீங்கள் அவன் அவள் அவர் அவர்கள் அது அவை இது இவை இவர் இவர்கள்
        என் என்னை எனக்கு உன் உங்கள் எங்கள் நம் அவரது அதன் இதன் தன் தம்
        அந்த இந்த எந்த அங்கு இங்கு அங்கே இங்கே அதை இதை அதில் இதில் அதற்கு இதற்கு
        என்ன ஏன் எப்படி எப்போது எங்கே எங்கு யார் எது எவை எவ்வளவு எத்தனை எவ்வாறு
        ஒரு ஓர் மற்றும் அல்லது ஆனால் எனவே ஆகவே ஆகையால் ஏனெனில் என்று என என்பது என்ற எனும்
        போது போல் போன்ற மூலம் வரை மீது பற்றி உடன் இருந்து விட
        ஆகும் உள்ளது உள்ள உள்ளன இருக்கிறது இருக்கும் இருந்தது இல்லை அல்ல வேண்டும் முடியும்
        தான் கூட மட்டும் மேலும் மிகவும் இன்னும் பிறகு பின் முன்
    """,
    "turkish": """
        bir bu şu o bunlar şunlar onlar bunu şunu onu buna ona bunun onun onların
        ben sen biz siz beni seni bizi sizi bana sana bize size benim senin bizim sizin
        kendi kendisi
        ve veya ya yahut ile ama fakat ancak çünkü eğer ki de da hem ise iken
        için gibi kadar göre karşı doğru dolayı beri sonra önce üzere rağmen
        ne neden niçin niye nasıl nerede nereye nereden kim kime kimin kimler hangi hangisi kaç
        mi mı mu mü midir mıdır
        dir dır olan olarak oldu olur olmak var yok değil idi
        her hiç bazı tüm çok daha en bile sadece yalnızca böyle öyle şöyle burada orada
    """,
})  # fmt: skip


@cache
def stop_words(language: str) -> frozenset[str]:
    """The stop words as the analyzer gives them; none for a language that has no list."""
    listed = LISTS.get(language, "")
    return frozenset(words(listed, language)) if listed else frozenset()
