import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HookPayloads, HookPoint, Hooks, Logger, Plugin, PluginKinds } from '@datacortex/plugin'
import { hookPoints } from '@datacortex/plugin'
import { describe, expect, test } from 'vitest'
import { samplePayloads } from './sample-payloads.ts'
import { readManifest } from './test-manifest.ts'

/** Where a plugin lies and what it is started with. */
export type HooksSuiteOptions<Config> = {
  /** Absolute path of the module's folder. */
  readonly directory: string
  readonly config: Config
}

/**
 * The suite that every plugin of the kind `hooks` passes: it handles the hooks that its manifest names, twice, gives
 * up when it is aborted, talks to no host that it did not ask for, and closes.
 *
 * Call it at the top level of a test file.
 *
 * @param plugin - What the module's entry exports.
 * @param options - Folder and settings.
 * @example testHooksPlugin(plugin, { directory, config: undefined })
 */
export function testHooksPlugin<Config>(plugin: Plugin<'hooks', Config>, options: HooksSuiteOptions<Config>): void {
  describe('a plugin of the kind hooks', () => {
    test('has the name of its manifest', async () => {
      const { manifest } = await readManifest(options.directory)
      expect(plugin).toMatchObject({ name: manifest.name, kind: 'hooks' })
      expect(manifest.provides.hooks.length).toBeGreaterThan(0)
    })

    test('handles exactly the hooks that its manifest names', async () => {
      const { manifest } = await readManifest(options.directory)
      await using started = await start(plugin, options)
      const handled = hookPoints.filter((point) => typeof started.hooks[point] === 'function')
      expect(handled).toEqual(hookPoints.filter((point) => manifest.provides.hooks.includes(point)))
    })

    test('can be told twice, and talks only to the hosts of its permissions', async () => {
      const { manifest } = await readManifest(options.directory)
      await using started = await start(plugin, options)
      const { signal } = new AbortController()
      for (const payload of [samplePayloads, samplePayloads])
        for (const point of hookPoints)
          await tell(started.hooks, { point, payload: Object.freeze(payload[point]), signal })
      expect(started.hosts.filter((host) => !manifest.permissions.network.includes(host))).toEqual([])
    })

    test('answers with a verdict where it is asked for one', async () => {
      await using started = await start(plugin, options)
      const { signal } = new AbortController()
      const point = 'check_outputs'
      const asked = started.hooks[point] !== undefined
      const answer = await tell(started.hooks, { point, payload: samplePayloads[point], signal })
      const isVerdict = typeof answer === 'object' && answer !== null && 'passed' in answer
      expect(isVerdict && typeof answer.passed).toBe(asked && 'boolean')
    })

    test('ends when it is aborted', async () => {
      await using started = await start(plugin, options)
      const signal = AbortSignal.abort()
      for (const point of hookPoints) {
        const told = tell(started.hooks, { point, payload: samplePayloads[point], signal }).then(
          () => 'ended',
          () => 'ended',
        )
        expect(await told, point).toBe('ended')
      }
    })
  })
}

async function tell<Point extends HookPoint>(
  hooks: Hooks,
  {
    point,
    payload,
    signal,
  }: { readonly point: Point; readonly payload: HookPayloads[Point]; readonly signal: AbortSignal },
): Promise<unknown> {
  return await hooks[point]?.(payload, { signal })
}

type Started = AsyncDisposable & { readonly hooks: Hooks; readonly hosts: readonly string[] }

async function start<Config>(plugin: Plugin<'hooks', Config>, { config }: HooksSuiteOptions<Config>): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'datacortex-hooks-'))
  const hosts: string[] = []
  const fetch = (url: string): Promise<Response> => {
    hosts.push(new URL(url).hostname)
    return Promise.resolve(new Response(''))
  }
  const secret = (): Promise<undefined> => Promise.resolve(undefined)
  const context = { config, dataDir, fetch, secret, log: silent, now: () => 0 }
  const hooks: PluginKinds['hooks'] = await plugin.setup(context)
  return {
    hooks,
    hosts,
    async [Symbol.asyncDispose]() {
      await hooks[Symbol.asyncDispose]?.()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} }
