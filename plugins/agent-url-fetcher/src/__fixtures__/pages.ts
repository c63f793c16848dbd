/** A small article. */
export function articlePage({
  extra = '',
  head = '',
}: { readonly extra?: string; readonly head?: string } = {}): string {
  return `<!doctype html><html lang="en"><head><title>How tides work | The Harbour</title>
<meta property="og:site_name" content="The Harbour"><meta name="author" content="Ada Marsh">
<meta property="article:published_time" content="2024-05-06T10:00:00+02:00"><meta property="og:type" content="article">${head}
</head><body><nav><a href="/">Home</a> <a href="/boats">Boats</a></nav>
<article><h1>How tides work</h1>
<p>The moon pulls at the water of the sea, and the water follows it around the earth, twice a day at most of the coasts.</p>
<p>When sun and moon pull in one line, the water rises higher than usual; people call that a spring tide, in any season.</p>
<h2>Heights</h2>
<p>A funnel of land makes the water climb: there are bays in which it rises by more than twelve metres between two lows.</p>
<p>See <a href="/tables">the tables</a> for each port, with the times of high water for the next twelve months and more.</p>${extra}
</article><footer>Imprint</footer></body></html>`
}

/** Asks for consent and shows nothing else. */
export const consentPage = `<html><head><title>Before you continue</title></head><body><h1>Before you continue</h1>
<p>We and our partners use cookies and similar technologies to measure and to show advertisements.</p>
<button>Accept all</button> <button>Reject all</button></body></html>`

/** Asks for a log-in. */
export const loginPage = `<html><head><title>Members</title></head><body><h1>Members</h1>
<form action="/in"><input name="user"><input type="password" name="password"><button>Log in</button></form></body></html>`

/** Is built by scripts. */
export const shellPage = `<html><head><title>App</title><script src="/app.js"></script></head><body>
<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`
