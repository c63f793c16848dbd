import { openMemory } from '@datacortex/memory'
import { createHashEmbedder } from '@datacortex/testkit'
import { expect, test } from 'vitest'
import { loadContext } from '../context/load-context.ts'
import { answer, run, runSpace } from './__fixtures__/run-space.ts'

test('what one run found out is in the context of the next', async () => {
  const space = await runSpace([{ text: answer }])
  await using memory = await openMemory(space.paths, { embedder: createHashEmbedder() })
  const first = await run(space, { search: memory.port, task: 'When do the tides come to the harbour?' })
  const next = { agent: 'editor', task: 'Correct the text on harbour tides', memory: memory.port }
  const { registry } = await space.catalogue()
  const context = await loadContext(space.paths, { registry, ...next })
  expect(context.prompt).toContain('Spring tides come two days after full moon.')
  expect(context.parts.map(({ kind }) => kind)).toContain('memory')
  expect(first.memory_id).toBeDefined()
})
