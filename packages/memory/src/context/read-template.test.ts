import { expect, test } from 'vitest'
import { spaceWith } from './__fixtures__/space-with.ts'
import { readTemplate } from './read-template.ts'
import { openSpaceReader } from './space-reader.ts'

const access = { path: () => 'its level is internal', memory: () => Promise.resolve(undefined) }

test('of a template that the space does not have nothing is said, whatever may be shown', async () => {
  const reader = await openSpaceReader(await spaceWith({}), access)
  const { template, findings } = await readTemplate(reader, 'context-gathering')
  expect(findings).toEqual([])
  expect(template.origin).toBe('template context-gathering')
})

test('of one that the space has and that may not be shown a finding tells', async () => {
  const reader = await openSpaceReader(await spaceWith({ '.datacore/templates/context-gathering.md': 'Mine' }), access)
  const { template, findings } = await readTemplate(reader, 'context-gathering')
  expect(template.origin).toBe('template context-gathering')
  expect(findings).toMatchObject([
    { code: 'MEMORY_TEMPLATE_UNREADABLE', message: expect.stringContaining('its level is internal') },
  ])
})
