/** Answers as a MediaWiki gives them, with pages in the order of their ids. */
export function answerAsWiki(request: Request): Response {
  const { searchParams } = new URL(request.url)
  if (searchParams.has('titles')) return Response.json({ batchcomplete: true, query: { pages: [article] } })
  return Response.json({ batchcomplete: true, continue: { gsroffset: 3 }, query: { pages } })
}

/** As it answers when nothing was found. */
export function answerNothing(): Response {
  return Response.json({ batchcomplete: true })
}

const pages = [
  page({ pageid: 7, title: 'Neap tide', index: 3, extract: '' }),
  page({ pageid: 11, title: 'Tide', index: 1, extract: 'Tides rise\nand fall twice a day.' }),
  page({ pageid: 12, title: 'Tide table', index: 2, extract: 'A list of tides.' }),
]

/** A whole article. */
export const article: Readonly<Record<string, unknown>> = {
  ...page({ pageid: 11, title: 'Tide', index: 1, extract: '' }),
  extract: 'Tides rise and fall.\n\n\n== Causes ==\nThe moon.\n\n\n=== Sun ===\nLess so: a == b.',
  revisions: [{ timestamp: '2024-05-06T07:08:09Z' }],
}

function page(fields: {
  readonly pageid: number
  readonly title: string
  readonly index: number
  readonly extract: string
}) {
  const fullurl = `https://en.wikipedia.org/wiki/${fields.title.replaceAll(' ', '_')}`
  return { ns: 0, ...fields, contentmodel: 'wikitext', touched: '2024-05-01T00:00:00Z', fullurl }
}
