import { expect, test } from 'vitest'
import { readTask, taskTextLimit } from './read-task.ts'

test.each([
  ['* TODO Look into tides :AI:research:', 'Look into tides', [['ai', 'research']]],
  ['*** NEXT [#A] Look into tides   :AI:research:url:  ', 'Look into tides', [['ai', 'research', 'url']]],
  ['Look into tides :AI:', 'Look into tides', [['ai']]],
  [':AI:research: Look into tides', 'Look into tides', [['ai', 'research']]],
  [':AI:', '', [['ai']]],
  ['* :AI:research:', '', [['ai', 'research']]],
  ['* TODO Look :AI:research:\n:PROPERTIES:\n:ID: 7\n:END:\nAt the sea.', 'Look\nAt the sea.', [['ai', 'research']]],
  ['* TODO Look into tides\n:PROPERTIES:\n:ID: 7\n:END:', 'Look into tides', []],
  ['* TODO Look\r\n:PROPERTIES:\r\n:ID: 7\r\n:END:\r\nAt the sea. :AI:', 'Look\nAt the sea.', [['ai']]],
  [':PROPERTIES:\n:ID: 7\n:END:\n* Look into tides :AI:', 'Look into tides', [['ai']]],
  ['* Look :AI:\n:LOGBOOK:\nno end of it', 'Look\n:LOGBOOK:\nno end of it', [['ai']]],
  ['Look into tides\nat the sea. :AI:research:', 'Look into tides\nat the sea.', [['ai', 'research']]],
  ['Look into tides :AI: :research:', 'Look into tides', [['ai', 'research']]],
  [':AI:\t:research:  :url: Look into tides :sea: ', 'Look into tides', [['ai', 'research', 'url'], ['sea']]],
  ['Look into tides\nat the sea. :work: :AI:', 'Look into tides\nat the sea.', [['work', 'ai']]],
  [':AI: :research:', '', [['ai', 'research']]],
  ['Look into :tides :AI: :research:', 'Look into :tides', [['ai', 'research']]],
  ['* Look :AI:\n:NOTES:\nby the sea\n:END:', 'Look\n:NOTES:\nby the sea\n:END:', [['ai']]],
  ['* TODO Écrire :ÉTUDE:日本:', 'Écrire', [['étude', '日本']]],
  ['Look into :AI:research: here', 'Look into :AI:research: here', []],
  ['At 10:30:15 the std::string is ::', 'At 10:30:15 the std::string is ::', []],
  ['no tag:AI:', 'no tag:AI:', []],
  ['- [ ] Look into tides :AI:', 'Look into tides', [['ai']]],
  ['* [X] Look into tides', 'Look into tides', []],
  ['1. [-] Look into tides', 'Look into tides', []],
  ['+ Look into tides', 'Look into tides', []],
  ['2. Quartal zusammenfassen', '2. Quartal zusammenfassen', []],
  ['-5 degrees', '-5 degrees', []],
  ['- [ ]', '', []],
  ['TODO is a word here', 'TODO is a word here', []],
  ['', '', []],
  [' \n\t ', '', []],
])('%j', (task, text, paths) => {
  expect(readTask(task)).toEqual({ text, paths, cut: false, whole: text })
})

test('a long task is cut between characters; tags at its end still count', () => {
  const task = `${'x'.repeat(taskTextLimit - 1)}😀 and more :AI:research:`
  const read = readTask(task)
  expect(read).toMatchObject({ cut: true, paths: [['ai', 'research']] })
  expect(read.text).toBe('x'.repeat(taskTextLimit - 1))
  expect(read.whole).toBe(`${read.text}😀 and more`)
})

test('what is said after a long drawer is read', () => {
  const clocks = 'CLOCK: [2026-11-01 Sun 09:00]--[2026-11-01 Sun 10:00] =>  1:00\n'.repeat(200)
  const read = readTask(`* TODO Tides :AI:\n:LOGBOOK:\n${clocks}:END:\nWrite about them.`)
  expect(read).toMatchObject({ text: 'Tides\nWrite about them.', paths: [['ai']], cut: false })
})

test.each([
  ['stars', '*'.repeat(30_000)],
  ['blanks', `a${' '.repeat(30_000)}b`],
  ['tags', ':a'.repeat(15_000)],
  ['groups of tags', ':a: '.repeat(10_000)],
  ['groups of tags and a word', `${':a: '.repeat(10_000)}b ${':a: '.repeat(10_000)}b`],
  ['drawers', ':PROPERTIES:\n'.repeat(2000)],
  ['drawers that end', ':LOGBOOK:\n:END:\n'.repeat(2000)],
  ['lines of tags', ' :a: \n'.repeat(5000)],
])('what is said behind very many %s is read', (_, before) => {
  expect(readTask(`${before}\nWrite about tides. :AI:research:`)).toMatchObject({
    whole: expect.stringMatching(/Write about tides\.$/),
    paths: expect.arrayContaining([['ai', 'research']]),
  })
})

test('lines end alike, however they were written', () => {
  expect(readTask('review a.pdf\r\n- b\r\n').text).toBe('review a.pdf\n- b')
})
