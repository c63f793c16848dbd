import { expect, test } from 'vitest'
import { agentFields } from '../agent-fields.ts'
import { readingHash } from './registry-cache.ts'

const now = readingHash(agentFields)

test('a field that is new, or read or checked in another way, makes another hash', () => {
  expect(readingHash({ ...agentFields })).toBe(now)
  const { note } = agentFields
  const others = [
    { ...agentFields, hobby: note },
    { ...agentFields, note: { ...note, read: () => 'nothing' } },
    { ...agentFields, note: { ...note, schema: agentFields.alias.schema } },
    { ...agentFields, note: { ...note, older: ['remark'] } },
  ]
  expect(new Set([now, ...others.map(readingHash)]).size).toBe(5)
})
