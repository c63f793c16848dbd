import { expect, test } from 'vitest'
import { definePlugin } from './define-plugin.ts'

test('freezes what it is given and keeps its type', async () => {
  const seen: string[] = []
  const plugin = definePlugin({
    name: 'hook-log',
    kind: 'hooks',
    setup: ({ dataDir }) => ({ module_installed: ({ module }) => void seen.push(`${dataDir} ${module}`) }),
  })
  expect(Object.isFrozen(plugin)).toBe(true)
  const hooks = await plugin.setup({
    config: undefined,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    socket: () => Promise.reject(new Error('no network')),
    fetch: () => Promise.reject(new Error('no network')),
    secret: () => Promise.resolve(undefined),
    now: () => 0,
    dataDir: '/data',
  })
  const payload = { module: 'x', version: '1.0.0', agents: [], sources: [], installedAt: '2026-01-01T00:00:00.000Z' }
  await hooks.module_installed?.(payload, { signal: new AbortController().signal })
  expect(seen).toEqual(['/data x'])
})
