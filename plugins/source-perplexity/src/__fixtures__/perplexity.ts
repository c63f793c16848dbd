/** Answers as Perplexity gives them, by the path that is asked. */
export function answerAsPerplexity(request: Request): Response {
  return new URL(request.url).pathname === '/search'
    ? Response.json({ id: 's1', results })
    : Response.json(sonarAnswer({ search_results: results, citations: [results[0]?.url] }))
}

/** What a model answers, with the pages that are given. */
export function sonarAnswer(pages: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    id: 'c1',
    model: 'sonar',
    object: 'chat.completion',
    choices: [
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'The moon causes tides [1].' } },
    ],
    usage: { prompt_tokens: 4, completion_tokens: 7, total_tokens: 11, cost: { total_cost: 0.0051 } },
    ...pages,
  }
}

const results = [
  {
    title: 'Why <b>tides</b> rise',
    url: 'https://tides.example/why',
    snippet: 'The moon\npulls.',
    date: '2024-05-06',
    last_updated: '2025-01-01',
  },
  { title: '', url: 'https://tides.example/no-title', snippet: '', date: null },
  { title: 'Tide tables', url: 'https://tides.example/tables', snippet: 'All ports.', date: 'last spring' },
]
