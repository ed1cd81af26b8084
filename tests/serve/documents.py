"""The documents of the tests of servers."""

from __future__ import annotations

from collections.abc import Mapping

FILES: Mapping[str, str | bytes] = {
    ".ra.toml": 'root = true\n[tree.notes]\npath = "notes"\n[tree.plans]\npath = "plans"\n',
    "notes/tea.md": (
        "---\ntags: [kitchen, drinks/hot]\nstatus: draft\nupdated: 2026-11-01\n---\n# Tea\n\n"
        "Warm the [pot](pot.md) first.\n\n"
        "## Green\n\nSteep green tea at 80 degrees for two minutes.\n\n"
        "## Black\n\nSteep black tea with boiling water, see [[pot#Iron]].\n"
    ),
    "notes/pot.md": "# The pot\n\nWarm it.\n\n## Iron\n\nAn iron pot keeps the heat.\n",
    "plans/launch.md": "# Launch\n\nThe harbor project starts in May, see `ra`.\n",
}

HOSTILE = """---
title: "<img src=x onerror=alert(1)>"
tags: ["<script>alert(2)</script>", "\\"><svg onload=alert(3)>"]
"<b>key": "<iframe src=javascript:alert(4)>"
---
# Hostile <script>alert(5)</script>

harmless words, then <script>alert(6)</script> and <img src=x onerror="alert(7)">.

[click](javascript:alert(8)) [data](data:text/html,<script>alert(9)</script>)
[vb](vbscript:msgbox) [tab](java\tscript:alert(10)) <javascript:alert(11)>
[quote](https://example.org/"onmouseover="alert(12))
![image](javascript:alert(13) "x\\" onload=alert(14)")

<svg onload=alert(15)><script>alert(16)</script></svg>

<div style="background:url(javascript:alert(17))" onclick=alert(18)>block</div>

<iframe srcdoc="<script>alert(19)</script>"></iframe>

[[javascript:alert(20)|wiki]] `<script>alert(21)</script>`

| <script>alert(22)</script> | b |
|---|---|
| <b onclick=alert(23)>x</b> | [y](JaVaScRiPt:alert(24)) |

```html
<script>alert(25)</script>
```

## Section "><script>alert(26)</script>

&lt;script&gt;alert(27)&lt;/script&gt; \\<script\\>alert(28)\\</script\\>
"""
