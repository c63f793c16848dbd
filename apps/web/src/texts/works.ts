/** What the page says of work that goes on at the server. */
export const worksTexts = {
  running: 'Running…',
  stop: 'Stop',
  stopped: 'It was stopped.',
  lost: 'The connection is lost. The work goes on at the server; the page connects again.',
  stalled: (since: string) => `Nothing was heard since ${since}.`,
  again: 'Stop it and begin anew',
  keeps: 'It goes on when you leave this page.',
  steps: 'Steps',
} as const
