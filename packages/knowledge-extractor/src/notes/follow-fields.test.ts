import { parseYaml } from '@datacortex/platform/yaml'
import { expect, test } from 'vitest'
import { fieldRecord, followFields } from './follow-fields.ts'
import { frontMatterText } from './front-matter-text.ts'

const before = { title: 'Tide', author: ['Ada'], published: '2024', pmid: '12' }
const record = Object.entries(fieldRecord(before)).map(([name, print]) => `  ${name}: "${print}"\n`)

function followed(fields: string, now: Parameters<typeof followFields>[1], heading?: string): string {
  const { document } = parseYaml(fields)
  followFields(document, now, { heading })
  document.delete('generated_fields')
  return frontMatterText(document)
}

test.each([
  [
    'nobody changed',
    'title: Tide\nauthor:\n  - Ada\npublished: 2024 # hm\npmid: "12"\n',
    'title: Tides\npublished: "2025" # hm\ndoi: 10.1/x\n',
  ],
  [
    'a person changed',
    'title: Ebb\nauthor: Ada M.\npublished: 1999\ndoi: mine\n',
    'title: Ebb\nauthor: Ada M.\npublished: 1999\ndoi: mine\n',
  ],
  ['an editor wrote otherwise', 'title: "Tide"\nauthor: Ada\npmid: 12\n', 'title: "Tides"\ndoi: 10.1/x\n'],
])('fields with a record that %s', (_, fields, after) => {
  const now = { title: 'Tides', published: '2025', doi: '10.1/x' }
  expect(followed(`${fields}generated_fields:\n${record.join('')}`, now)).toBe(after)
})

test("fields without a record are a person's, but for the title that is the heading", () => {
  const fields = 'title: Tide\nauthor: [ Ada ]\npublished: 2024\n'
  const now = { title: 'Tides', published: '2025', doi: '10.1/x' }
  expect(followed(fields, now, 'Tide')).toBe('title: Tides\nauthor: [ Ada ]\npublished: 2024\ndoi: 10.1/x\n')
  expect(followed(fields, now)).toBe('title: Tide\nauthor: [ Ada ]\npublished: 2024\ndoi: 10.1/x\n')
  expect(followed(`${fields}generated_fields: broken\n`, now)).toContain('title: Tide\n')
})

test.each([
  ['deleted', '', ''],
  ['wrote', 'author: [ Ada M. ]\n', 'author: [ Ada M. ]\n'],
])(
  "a field that a person %s stays the person's over versions that name nothing and the same again",
  (_, line, after) => {
    let text = `title: Tide\n${line}generated_fields:\n${record.join('')}`
    for (const author of [undefined, ['Bo'], ['Ada', 'Bo']]) {
      const { document } = parseYaml(text)
      const now = followFields(
        document,
        { ...before, published: undefined, pmid: undefined, author },
        { heading: 'Tide' },
      )
      document.set('generated_fields', document.createNode(now))
      text = frontMatterText(document)
    }
    expect(text.split('generated_fields')[0]).toBe(`title: Tide\n${after}`)
  },
)
