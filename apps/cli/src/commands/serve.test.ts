import { expect, test } from 'vitest'
import { commandSpace } from '../__fixtures__/command-space.ts'
import { serve } from './serve.ts'

test('what clients do is shown to nobody at the terminal of the server', async () => {
  const { context } = await commandSpace({ agents: { cook: {} } })
  const [seen, stop] = [[] as unknown[], new AbortController()]
  const serving = serve({ ...context, onProgress: (event) => seen.push(event), signal: stop.signal }, { port: 0 })
  const { value } = await serving.next()
  const asked = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ task: 'Does cook' }) }
  const answer = await fetch(new URL('api/find', value?.url), { method: 'POST', ...asked })
  expect(await answer.json()).toMatchObject({ results: [{ id: 'cook' }] })
  expect(seen).toEqual([])
  stop.abort()
  await serving.next()
})
