import { type HookPayloads, type HookPoint, type Hooks, type Plugin, hookPoints } from '@datacortex/plugin'
import { describe, expect, test } from 'vitest'
import { samplePayloads } from './sample-payloads.ts'
import type { StartOptions } from './prepare-plugin.ts'
import { startPlugin } from './start-plugin.ts'

/**
 * The suite that every plugin of the kind `hooks` passes: it handles the hooks that its manifest names, twice, gives
 * up when it is aborted, talks to no host that it did not ask for, and closes.
 * @example testHooksPlugin(plugin, { directory })
 */
export function testHooksPlugin<Config>(plugin: Plugin<'hooks', Config>, options: StartOptions): void {
  describe('a plugin of the kind hooks', () => {
    test('has the name of its manifest', async () => {
      await using hooks = await startPlugin(plugin, options)
      const { manifest } = hooks
      expect(plugin).toMatchObject({ name: manifest.name, kind: 'hooks' })
      expect(manifest.provides.hooks.length).toBeGreaterThan(0)
    })

    test('handles exactly the hooks that its manifest names', async () => {
      await using hooks = await startPlugin(plugin, options)
      const { manifest } = hooks
      const handled = hookPoints.filter((point) => typeof hooks[point] === 'function')
      expect(handled).toEqual(hookPoints.filter((point) => manifest.provides.hooks.includes(point)))
    })

    test('can be told twice, and talks only to the hosts of its permissions', async () => {
      await using hooks = await startPlugin(plugin, options)
      const { signal } = new AbortController()
      for (const payload of [samplePayloads, samplePayloads])
        for (const point of hookPoints) await tell(hooks, { point, payload: Object.freeze(payload[point]), signal })
      expect(hooks.refused).toEqual([])
    })

    test('answers with a verdict where it is asked for one', async () => {
      await using hooks = await startPlugin(plugin, options)
      const { signal } = new AbortController()
      const point = 'check_outputs'
      const asked = hooks[point] !== undefined
      const answer = await tell(hooks, { point, payload: samplePayloads[point], signal })
      const isVerdict = typeof answer === 'object' && answer !== null && 'passed' in answer
      expect(isVerdict && typeof answer.passed).toBe(asked && 'boolean')
    })

    test('ends when it is aborted', async () => {
      await using hooks = await startPlugin(plugin, options)
      const signal = AbortSignal.abort()
      const ended = hookPoints.map((point) => tell(hooks, { point, payload: samplePayloads[point], signal }))
      expect(await Promise.allSettled(ended)).toHaveLength(hookPoints.length)
    })
  })
}

async function tell<Point extends HookPoint>(
  hooks: Hooks,
  { point, payload, signal }: { point: Point; payload: HookPayloads[Point]; signal: AbortSignal },
): Promise<unknown> {
  return await hooks[point]?.(payload, { signal })
}
