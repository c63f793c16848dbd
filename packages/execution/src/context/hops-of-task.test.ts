import { expect, test } from 'vitest'
import { hopsOfTask } from './hops-of-task.ts'

test.each([
  ['What is data tokenization?', 0],
  ['Sort the inbox.', 0],
  ['How does tokenization relate to Verity?', 1],
  ['Compare both designs.', 1],
  ["What's our competitive advantage in data markets?", 2],
  ['Write a strategy that relates all of it.', 2],
])('%s asks for %i hops', (task, hops) => {
  expect(hopsOfTask(task)).toBe(hops)
})
