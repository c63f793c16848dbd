import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serve, servedSpace } from './__fixtures__/served-space.ts'

/** The events of a stream, one after the other. */
async function* eventsOf(response: Response): AsyncGenerator<{ readonly type: string; readonly paths?: unknown }> {
  let text = ''
  for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const parts = (text + piece).split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) if (part.startsWith('data: ')) yield JSON.parse(part.slice(6)) as { type: string }
  }
}

test('who listens hears what changes, no matter who writes it, and the stream ends with the server', async () => {
  const space = await servedSpace()
  const server = await serve(space, { rights: ['read'] })
  const left = new AbortController()
  onTestFinished(() => left.abort())
  const events = eventsOf(await fetch(`${server.url}api/changes`, { signal: left.signal }))
  const next = async (): Promise<unknown> => (await events.next()).value
  expect(await next()).toEqual({ type: 'watching' })
  const { root } = space.paths
  await writeFile(join(root, 'Tides.md'), '# Tides\n')
  expect(await next()).toEqual({ type: 'changed', kind: 'notes', paths: ['Tides.md'] })
  await mkdir(join(root, '.datacore/state/log'), { recursive: true })
  await mkdir(join(root, '.datacore/cache/x'), { recursive: true })
  await writeFile(join(root, '.datacore/cache/x/y'), 'of nobody')
  await writeFile(join(root, '.datacore/state/log/one.jsonl'), '{}\n')
  let heard = await next()
  while (!JSON.stringify(heard).includes('one.jsonl')) heard = await next()
  expect(heard).toMatchObject({ type: 'changed', kind: 'runs' })
  await rm(join(root, 'Tides.md'))
  expect(await next()).toMatchObject({ kind: 'notes', paths: ['Tides.md'] })
  await server.close()
  expect(await next()).toBeUndefined()
})

test('who may not read hears nothing', async () => {
  const { url } = await serve(await servedSpace())
  expect((await fetch(`${url}api/changes`)).status).toBe(403)
})
