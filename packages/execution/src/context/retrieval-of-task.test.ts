import { expect, test } from 'vitest'
import { retrievalOfTask } from './retrieval-of-task.ts'

const orgFiles = new Map([
  ['next_actions', '0-me/org/next_actions.org'],
  ['inbox', '0-me/org/inbox.org'],
])

test.each([
  ['What is data tokenization?', 'search', 0],
  ['How does tokenization relate to Verity?', 'search', 1],
  ['Compare both designs.', 'search', 1],
  ["What's our competitive advantage in data markets?", 'multi_hop', 2],
  ['Write a strategy that relates all of it.', 'multi_hop', 2],
  ['Write a note about inbox zero', 'search', 0],
  ['Translate 1-acme/plan.md: it is for our readers in Berlin and Hamburg.', 'search', 0],
  ['Summarize our findings: what did we learn about tides this year and last year?', 'search', 0],
  ['Translate into German: The tide comes in twice a day, and nobody can stop it.', 'skip', 0],
  ['Please proofread this.\n\nThe tide come in twice a days, and nobody can stops it.', 'skip', 0],
])('%s', (task, strategy, hops) => {
  expect(retrievalOfTask(task, { orgFiles })).toMatchObject({ strategy, hops, files: [] })
})

test.each([
  ['Sort the inbox.', ['0-me/org/inbox.org']],
  ['Process all :AI: tasks in next_actions.org', ['0-me/org/next_actions.org']],
  ["What is on my next actions and what's in the inbox?", ['0-me/org/next_actions.org', '0-me/org/inbox.org']],
  ['Which tasks are overdue?', ['0-me/org/next_actions.org']],
])('%s is read where it stands, unless there is no such file', (task, files) => {
  const read = retrievalOfTask(task, { orgFiles })
  expect(read).toMatchObject({ strategy: 'read', files, because: expect.stringContaining(files[0] ?? '') })
  expect(retrievalOfTask(task, { orgFiles: new Map() })).toMatchObject({ strategy: 'search', files: [] })
})

test('hops that somebody asked for are searched, whatever the task is', () => {
  expect(retrievalOfTask('Sort the inbox.', { orgFiles, hops: 3 })).toMatchObject({ strategy: 'search', hops: 3 })
})
