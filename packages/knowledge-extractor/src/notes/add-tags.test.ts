import { parseYaml } from '@datacortex/platform/yaml'
import { expect, test } from 'vitest'
import { addTags } from './add-tags.ts'
import { frontMatterText } from './front-matter-text.ts'

test.each([
  [
    'tags:\n  - 007 # bond\n  - 2024\n  - true\n  # the end\n',
    'tags:\n  - 007 # bond\n  - 2024\n  - true\n  - sea\n  # the end\n',
  ],
  ['tags: [ 2024, sea ] # mine\n', 'tags: [ 2024, sea ] # mine\n'],
  ['tags: [ 1e3 ] # mine\n', 'tags: [ 1e3, sea, "2024" ] # mine\n'],
  ['tags: moon, sea # mine\n', 'tags:\n  - moon\n  - sea\n  - "2024"\n  # mine\n'],
  ['tags: 007\n', 'tags:\n  - "007"\n  - sea\n  - "2024"\n'],
  ['tags:\n', 'tags:\n  - sea\n  - "2024"\n'],
  ['a: 1\n', 'a: 1\ntags:\n  - sea\n  - "2024"\n'],
  ['tags: { of: mine }\n', 'tags: { of: mine }\n'],
])('%j gets the tags that it lacks and becomes %j', (before, after) => {
  const { document } = parseYaml(before)
  addTags(document, ['sea', '2024', 'sea'])
  expect(frontMatterText(document)).toBe(after)
})
