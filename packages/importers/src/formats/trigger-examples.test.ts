import fc from 'fast-check'
import { expect, test } from 'vitest'
import { triggerExamples } from './trigger-examples.ts'

test.each([
  ['Reads tides. Use when the user wants to plan a voyage.', ['plan a voyage']],
  ['Use this agent when you need to mend nets, e.g. at sea.', ['mend nets, e.g. at sea']],
  ['Use PROACTIVELY for charts. MUST BE USED when depths change.', ['charts', 'depths change']],
  ['This skill should be used whenever a buoy is lost.', ['a buoy is lost']],
  ['Invoke this agent for knots.', ['knots']],
  ['A pilot. Use proactively after landing', ['landing']],
  ["Triggers on: 'tide', 'high water', \"low water\", 'what's up'.", ['tide', 'high water', 'low water', "what's up"]],
  ['Trigger words: reef, sail, or anchor.', ['reef', 'sail', 'anchor']],
  ['Used to the sea. Uses tables for everything.', ['the sea']],
  ['Nothing to find here.', []],
  ['Use when a. Use when a.', []],
])('%j', (text, examples) => {
  expect(triggerExamples([text])).toEqual(examples)
})

test('example blocks give what the user says and the context, also with line breaks spelled \\n', () => {
  const lines = [
    'Use it.',
    '<example>',
    'Context: A boat leaks',
    'user: "Where is the bucket?"',
    'assistant: "Below."',
    '</example>',
  ]
  const expected = ['A boat leaks', 'Where is the bucket?']
  expect(triggerExamples([lines.join('\n')])).toEqual(expected)
  expect(triggerExamples([lines.join(String.raw`\n`)])).toEqual(expected)
  expect(triggerExamples([lines.join(' ')])).toEqual(expected)
})

test('an example block without end is read to the end', () => {
  expect(triggerExamples(['<example>user: Row faster'])).toEqual(['Row faster'])
})

test('no text makes it throw', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('Use when ', '<example>', 'user: ', "'", 'Triggers on: ', ' '),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      for (const example of triggerExamples([parts.join('')])) expect(example.trim()).toBe(example)
    }),
    { numRuns: process.env['LONG'] ? 500 : 100 },
  )
})

test('a row of stars in a description is no example', () => {
  expect(triggerExamples([`Use when a${'*'.repeat(1000)}a`])).toEqual([])
  expect(triggerExamples(['Use when **the tests fail**'])).toEqual(['the tests fail'])
})
