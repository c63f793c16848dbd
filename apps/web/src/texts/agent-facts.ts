/** What the page says of how an agent did, and of who it is. */
export const agentFactsTexts = {
  performance: 'How it did',
  noRuns: 'Its first run is the first figure.',
  figures: {
    total: 'Runs',
    success: 'Succeeded',
    took: 'Took on average',
    feedback: 'What people said',
  },
  percent: (value: number) => `${Math.round(value * 100)} %`,
  seconds: (ms: number) => `${(ms / 1000).toFixed(1)} s`,
  positive: (rate: number, count: number) => `${Math.round(rate * 100)} % good of ${count}`,
  charts: { took: 'Seconds of each run', tokens: 'Tokens of each run', cost: 'Dollars of each run' },
  chart: (name: string, last: string, most: string, failed: number) =>
    `${name}, the last at the right: ${last}, at most ${most}${failed === 0 ? '' : `, ${failed} failed`}`,
  evaluations: 'What was said of it',
  noEvaluations: 'Nobody has judged it.',
  scores: (completion: number, quality: number, efficiency: number) =>
    `completion ${completion}, quality ${quality}, efficiency ${efficiency}`,
  good: 'It was good',
  bad: 'It was not',
  judged: 'Noted.',
  changed: 'Changed since the version before',
  identity: 'Who it is',
  noIdentity: 'It is published nowhere.',
  origin: 'Made of',
  author: 'Published by',
  nostr: 'On Nostr',
  chain: 'On a chain',
  wallet: 'Wallet',
  removeWritten: (path: string) => `Remove ${path}`,
  removedWritten: (path: string) => `${path} was removed.`,
  calls: 'Who may call whom around it',
  callsPicture: (agents: number, calls: number) =>
    `${agents} agents and ${calls} calls between them. The list below has them too.`,
  callers: 'May be called by',
} as const
