import { expect, test } from 'vitest'
import { KnownTags } from './tag-index.ts'

const known = new KnownTags()
for (const tag of ['research', 'writing', 'review', 'ai', 'research']) known.add(tag)

test.each([
  ['reserch', ['research']],
  ['rsearch', ['research']],
  ['researhc', ['research']],
  ['riting', ['writing']],
  ['reviews', ['review']],
  ['nosuchtag', []],
])('%s may have been meant for %j', (tag, near) => {
  expect(known.has(tag)).toBe(false)
  expect(known.near(tag)).toEqual(near)
})
