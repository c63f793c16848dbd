import { expect, test } from 'vitest'
import { z } from 'zod'
import { parsedInput } from './parsed-input.ts'

test('what can not be written down is refused with a code', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
  const round: Record<string, unknown> = {}
  round['self'] = round
  const asked = { name: 'agents.spawn', command: 'agent spawn', schema: z.object({ input: z.unknown() }) }
  for (const input of [deep, round, 7n])
    expect(() => parsedInput({ input }, asked)).toThrow(expect.objectContaining({ code: 'SPACE_INPUT_INVALID' }))
  expect(parsedInput({ input: 1 }, asked)).toEqual({ input: 1 })
})
