/** A paragraph of some length, another for each number. */
export function prose(number: number): string {
  return `Paragraph ${number}: the moon pulls at the water of the sea, and the water follows it around the earth, twice a day at most of the coasts.`
}

/** An article with what sites put around one. */
export function articlePage({
  head = '',
  extra = '',
}: { readonly head?: string; readonly extra?: string } = {}): string {
  return `<!doctype html><html lang="en-GB"><head><title>How tides work | The Harbour</title>
<meta property="og:type" content="article"><meta property="og:site_name" content="The Harbour">${head}</head><body>
<header><a href="/">The Harbour</a></header><nav><ul><li><a href="/a">Boats</a></li><li><a href="/b">Nets</a></li></ul></nav>
<main><article><h1>How tides work</h1><div class="byline">By Ada Marsh</div>
<p>${prose(1)}</p><p>${prose(2)}</p><h2>Heights</h2><p>${prose(3)}</p><p>${prose(4)}</p>${extra}
<div class="newsletter">Get our letters every week!</div><ul class="related"><li><a href="/c">More about boats</a></li></ul>
</article></main><footer>Imprint and terms</footer></body></html>`
}

/** A thread of six posts with the furniture of forums. */
export const forumPage: string = `<html><head><title>Mooring lines - Sailing forum</title><meta name="generator" content="phpBB"></head><body>
<div class="navbar"><a href="/">Board index</a> <a href="/faq">FAQ</a></div><h1>Mooring lines</h1>
${[1, 2, 3, 4, 5, 6]
  .map(
    (n) => `<div class="post"><dl class="postprofile"><dt><a class="username" href="/member/${n}">sailor${n}</a></dt>
<dd>Posts: ${n * 7}</dd><dd>Joined: a while ago</dd></dl>
<div class="content"><p>Reply ${n}: polyamide stretches, which is what one wants of a line that holds a boat in a swell of number ${n}.</p></div>
<ul class="buttons"><li><a href="/quote/${n}">Quote</a></li><li><a href="/report/${n}">Report</a></li></ul></div>`,
  )
  .join('\n')}
<div class="footer">Powered by software</div></body></html>`

/** A product with others below it. */
export const productPage: string = `<html><head><title>Oak oar</title>
<script type="application/ld+json">{"@type":"Product","name":"Oak oar","offers":{"@type":"Offer","price":"49.00"}}</script></head><body>
<nav><a href="/">Shop</a></nav><main><h1>Oak oar</h1><p>€49.00</p><button>Add to cart</button>
<div class="description"><p>An oar of oak, two metres and forty long, oiled twice, for boats with a crew of two and a freeboard below half a metre.</p></div>
<table><tr><th>Length</th><td>240 cm</td></tr><tr><th>Weight</th><td>2.1 kg</td></tr></table>
<section><h2>Others also bought</h2><ul>
${['Pine oar', 'Ash oar', 'Rowlock', 'Bailer'].map((name) => `<li class="card"><a href="/p/${name}"><img src="/i.png" alt="">${name}</a> €19.00</li>`).join('')}
</ul></section></main></body></html>`

/** A list whose links are its content. */
export const listPage: string = `<html><head><title>Ports</title></head><body><nav><a href="/">Home</a></nav><main><h1>Ports</h1><ul>
${Array.from({ length: 30 }, (_, n) => `<li><a href="/port/${n}">Port number ${n} of the coast</a></li>`).join('')}</ul></main></body></html>`
