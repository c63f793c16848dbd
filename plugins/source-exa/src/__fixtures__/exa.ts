/** An answer as Exa gives it. */
export function exaAnswer(results: readonly unknown[]): Response {
  return Response.json({ requestId: 'r1', resolvedSearchType: 'neural', results, costDollars: { total: 0.005 } })
}

/** Pages with all fields, with few, and with a text at the limit. */
export const results: readonly unknown[] = [
  {
    id: 'https://tides.example/one',
    url: 'https://tides.example/one',
    title: 'Tides <b>&amp; ports</b>',
    publishedDate: '2024-05-06T00:00:00.000Z',
    author: 'Ada Marsh',
    score: 0.71,
    text: 'Ports follow tides.\n\nAll of them.',
    highlights: ['Ports follow\ntides.', 'All of them.'],
    favicon: 'https://tides.example/icon.png',
  },
  { id: 'https://tides.example/two', url: 'https://tides.example/two', title: null, publishedDate: null, author: '' },
  {
    id: 'https://tides.example/three',
    url: 'https://tides.example/three',
    title: 'Long tides',
    publishedDate: '2023-01-02T03:04:05.678Z',
    score: 17,
    text: 'tide '.repeat(4000),
  },
]
