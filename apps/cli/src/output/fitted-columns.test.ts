import { expect, test } from 'vitest'
import { displayWidth } from '@datacortex/wording'
import { fittedColumns, outputWidth } from './fitted-columns.ts'

const rows = [
  ['tuner', '0.91', 'Tunes pianos of all makes, also uprights', 'notes/instruments/pianos.md:12'],
  ['lamp-keeper-of-the-lighthouse', '0.40', 'Keeps', 'notes/lamp.md'],
]
const flexible = [2, 3]

test('pipes and wide terminals get whole cells', () => {
  const whole = fittedColumns(rows, { width: undefined, flexible })
  expect(whole[0]).toContain('Tunes pianos of all makes, also uprights  notes/instruments/pianos.md:12')
  expect(fittedColumns(rows, { width: 200, flexible })).toEqual(whole)
  expect(outputWidth({ columns: 40 })).toBeUndefined()
  expect(outputWidth({ isTTY: true, columns: 40 })).toBe(40)
})

test.each([90, 75, 60, 45, 40])('in %i columns every line fits, and ids and scores stay', (width) => {
  const lines = fittedColumns(rows, { width, flexible, paths: [3] })
  expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(width)
  expect(lines[1]).toMatch(/^lamp-keeper-of-the-lighthouse {2}0\.40/)
})

test('a path gives way after all others', () => {
  expect(fittedColumns(rows, { width: 75, flexible, paths: [3] })).toMatchInlineSnapshot(`
    [
      "tuner                          0.91  Tunes piano…  …nstruments/pianos.md:12",
      "lamp-keeper-of-the-lighthouse  0.40  Keeps         notes/lamp.md",
    ]
  `)
})

test('where short cells do not fit, the first of the columns goes for the rest', () => {
  expect(fittedColumns(rows, { width: 60, flexible, paths: [3] })).toMatchInlineSnapshot(`
    [
      "tuner                          0.91  …struments/pianos.md:12",
      "lamp-keeper-of-the-lighthouse  0.40  notes/lamp.md",
    ]
  `)
})

test('wide characters count twice', () => {
  const [line = ''] = fittedColumns([['tea', '绿茶和红茶和白茶和乌龙茶和普洱茶']], { width: 20, flexible: [1] })
  expect(line).toMatch(/^tea {2}绿茶.*…$/)
  expect(displayWidth(line)).toBeLessThanOrEqual(20)
})
