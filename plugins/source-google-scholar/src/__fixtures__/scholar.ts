/** An answer as SerpAPI gives it; it repeats the address with the key. */
export function scholarAnswer(request: Request, fields: Readonly<Record<string, unknown>>): Response {
  return Response.json({
    search_metadata: { id: 'x1', status: 'Success', json_endpoint: request.url },
    search_parameters: { engine: 'google_scholar' },
    ...fields,
  })
}

/** A paper with all fields, a citation without a link, and a book. */
export const papers: readonly unknown[] = [
  {
    position: 0,
    title: '[PDF] Tides &amp; friction',
    result_id: 'aAbB1',
    link: 'https://papers.example/tides.pdf',
    snippet: 'We measure\u00a0tides … twice a day.',
    publication_info: {
      summary: 'A Marsh, B Ebb, C Fl… - Journal of Tides 1900, 2021 - papers.example',
      authors: [{ name: 'A Marsh', author_id: 'a1' }],
    },
    inline_links: { cited_by: { total: 12 } },
  },
  { position: 1, title: '[CITATION][C] Old tides', result_id: 'cC2', type: 'Citation' },
  {
    position: 2,
    title: 'Neap tides',
    result_id: 'dD3',
    link: 'javascript:alert(1)',
    publication_info: { summary: 'Cy' },
  },
]
