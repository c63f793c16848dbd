import { createHash } from 'node:crypto'

/** How pages look: in the colours that the reader's machine prefers, on any width, without anything from elsewhere. */
export const pageStyle: string = `:root{color-scheme:light dark;--ink:#1c2128;--soft:#57606a;--line:#d8dee4;--card:#f6f8fa;--link:#0757b8;--page:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b3;--line:#30363d;--card:#161b22;--link:#6cb6ff;--page:#0d1117}}
*{box-sizing:border-box}
body{font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:48rem;margin:0 auto;padding:1.5rem 1rem 3rem;overflow-wrap:anywhere}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
h1{font-size:1.8rem;line-height:1.25;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem}h3{font-size:1rem;margin:0 0 .2rem}
p{margin:.4rem 0}ul,ol{margin:.4rem 0;padding-inline-start:1.4rem}
code,pre{font:.875em/1.5 ui-monospace,monospace}pre,.copy{background:var(--card);border:1px solid var(--line);border-radius:.4rem}
pre{padding:.7rem;white-space:pre-wrap}.copy{padding:.1rem .35rem}pre code,.copy{user-select:all;-webkit-user-select:all}
.soft{color:var(--soft);font-size:.9rem}.cut{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}.lines{white-space:pre-line}
.rows{list-style:none;padding:0;margin:1rem 0}.rows>li{border-top:1px solid var(--line);padding:.8rem 0}.rows h2{font-size:1.1rem;margin:0}.rows h2 code{font-weight:400;color:var(--soft)}
.tag{display:inline-block;border:1px solid var(--line);border-radius:1rem;padding:0 .6rem;margin:0 .2rem .2rem 0;font-size:.85rem;color:var(--soft)}
dt{font-weight:600;margin-top:.7rem}dd{margin:.15rem 0}
.pages{display:flex;gap:1rem;flex-wrap:wrap;justify-content:space-between}
summary{cursor:pointer;font-weight:600}footer,header nav{color:var(--soft);font-size:.9rem}footer{border-top:1px solid var(--line);margin-top:2rem;padding-top:1rem}`

/** Lets a page do nothing but show itself. */
export const pagePolicy: string = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  `form-action 'none'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ')
