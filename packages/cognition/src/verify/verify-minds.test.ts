import { mindFixture, testMindImplementation } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { acceptanceCriteria } from './criteria.ts'
import type { TriedMind } from './implementation.ts'
import { datacortexMind } from './own-mind.ts'
import { verifyMinds } from './verify-minds.ts'

testMindImplementation({ acceptanceCriteria, verifyMinds }, { level: 3 })

/** Implementations that each do one thing wrong. */
const faults: readonly (readonly [string, string, (mind: TriedMind) => Partial<TriedMind>])[] = [
  ['starts as anybody', '1.3', () => ({ start: async () => await Promise.resolve() })],
  ['shows what is private', '1.7', () => ({ recall: async () => await Promise.resolve(['Quillfern is private']) })],
  ['never looks at files again', '1.9', () => ({ recall: async () => await Promise.resolve([]) })],
  ['mentions from memory', '2.2', () => ({ mention: async () => await Promise.resolve('<@5550001>') })],
  ['mentions whom it does not know', '2.3', () => ({ mention: async (name) => await Promise.resolve(`@${name}`) })],
  ['forgets', '2.4', () => ({ remember: async () => await Promise.resolve() })],
  ['remembers without the lock', '2.5', ({ remember }) => ({ remember, whileLocked: async (run) => await run() })],
  ['reflects on nothing', '2.7', () => ({ reflect: async () => await Promise.resolve(0) })],
  ['keeps no checkpoint', '2.8', () => ({ reflect: async () => await Promise.resolve(0) })],
  ['reflects without the lock', '2.9', () => ({ whileLocked: async (run) => await run() })],
  [
    'begins again after a crash',
    '2.11',
    ({ reflect }) => ({ reflect: async (options) => (options?.stopAfter === undefined ? await reflect() : 0) }),
  ],
  ['hopes for messages of bots', '3.1', () => ({ discovery: 'mention' })],
  ['filters behind the limit', '3.3', () => ({ recall: async () => await Promise.resolve([]) })],
]

test.each(faults)('an implementation that %s fails %s', async (_, only, fault) => {
  const implementation = {
    name: 'faulty',
    onCopy: async <T>(...[files, use]: Parameters<typeof datacortexMind.onCopy<T>>) =>
      await datacortexMind.onCopy(files, async (mind) => await use({ ...mind, ...fault(mind) })),
  }
  const [mind] = await verifyMinds(mindFixture(3), { level: 3, only, implementation })
  expect(mind?.criteria).toMatchObject([{ id: only, holds: false }])
})
