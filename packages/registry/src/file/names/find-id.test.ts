import { expect, test } from 'vitest'
import { checkRelations } from '../../doctor/check-relations.ts'
import { currentId, findId } from './find-id.ts'
import { parseRegistry } from '../read/parse-registry.ts'
import { nearestIds, resolveAgent } from './resolve-agent.ts'

const decomposed = 'cafe\u0301'
const composed = 'caf\u00e9'

const registryOf = (text: string) => parseRegistry(`agents:\n${text}`, { file: 'agents.yaml' }).registry

test.each([
  [decomposed, composed],
  [composed, decomposed],
])('an agent %j is found as %j', (written, asked) => {
  const registry = registryOf(`  ${written}: {name: C, description: d, skills: []}
  old: {alias: ${asked}}
  gone: {removed: true, note: 'Use ${asked}.'}
  boss: {name: B, description: d, skills: [], spawns: [${asked}]}
`)
  expect([findId(registry, asked), currentId(registry, asked), currentId(registry, 'old')]).toEqual(
    Array.from({ length: 3 }, () => written),
  )
  expect([resolveAgent(registry, asked).agent.id, resolveAgent(registry, asked).via]).toEqual([written, []])
  expect(resolveAgent(registry, 'old').agent.id).toBe(written)
  expect(() => resolveAgent(registry, 'gone')).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('datacortex agent show caf') }),
  )
  expect(nearestIds(registry, asked.replace('f', 'ff'))).toEqual([written])
  expect(checkRelations(registry)).toEqual([])
})

test('a circle is one in any form, and of two that look alike the very same is meant', () => {
  const circle = registryOf(`  ${decomposed}: {alias: old}\n  old: {alias: ${composed}}\n`)
  expect(() => resolveAgent(circle, composed)).toThrow(expect.objectContaining({ code: 'REGISTRY_ALIAS_CYCLE' }))
  expect(currentId(circle, composed)).toBeUndefined()
  const twins = registryOf(`  ${decomposed}: {name: D}\n  ${composed}: {name: C}\n`)
  expect([composed, decomposed].map((id) => resolveAgent(twins, id).agent.entry.name)).toEqual(['C', 'D'])
  expect(findId(twins, 'cafè')).toBeUndefined()
})
