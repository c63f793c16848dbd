import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type SpacePaths, ownPaths, spacePaths } from '@datacortex/platform'
import type { Logger } from '@datacortex/plugin'
import { createHashEmbedder } from '@datacortex/testkit'
import { type OpenModel, type OpenSpaceOptions, openSpace } from '@datacortex/space'
import { afterAll, onTestFinished, vi } from 'vitest'
import type { ServerOptions } from '../server-options.ts'
import { type RunningServer, startServer } from '../start-server.ts'

/** A space of the running test, and what its server wrote to the log. */
export type ServedSpace = {
  readonly paths: SpacePaths
  readonly options: Pick<ServerOptions, 'log'>
  readonly opened: Pick<OpenSpaceOptions, 'bundledDirectory' | 'openLog' | 'isTrusted'> & {
    readonly openModel: OpenModel
  }
  readonly logged: string[]
}

/** What a test says of the space. */
export type SpaceText = {
  /** YAML of `agents.yaml`. */
  readonly agents?: string | undefined
  /** Whether the settings name the runner `stub`; they do if absent. */
  readonly runner?: boolean | undefined
  /** Whether all agents are found from the first question on, as after `datacortex index`. */
  readonly indexed?: boolean | undefined
}

/** Where it is said what is undone at the end: of the running test, or of a file whose tests share it. */
export type AtEnd = (undo: () => Promise<void>) => void

/** A space with three agents that can be found and a runner that does what the task says. */
export async function servedSpace(
  { agents = threeAgents, runner = true, indexed = false }: SpaceText = {},
  atEnd: AtEnd = onTestFinished,
): Promise<ServedSpace> {
  const root = await mkdtemp(join(tmpdir(), 'gateway-'))
  atEnd(async () => await rm(root, { recursive: true, force: true, maxRetries: 5 }))
  const paths = ownPaths(spacePaths(root))
  const bundledDirectory = join(root, 'bundled')
  await writeText(paths.agentsFile, agents)
  if (runner) await writeText(paths.settingsFile, 'runners: {default: stub, stub: {plugin: runner-stub}}\n')
  await writeText(join(bundledDirectory, 'runner-stub', 'module.yaml'), manifest)
  await writeText(join(bundledDirectory, 'runner-stub', 'package.json'), '{"type":"module","exports":"./index.js"}')
  await writeText(join(bundledDirectory, 'runner-stub', 'index.js'), runnerStub)
  const logged: string[] = []
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(root, 'user'))
  const log = loggerTo(logged)
  const openModel: OpenModel = async () => await Promise.resolve(createHashEmbedder())
  const opened = { isTrusted: true, bundledDirectory, openModel, openLog: async () => await Promise.resolve(log) }
  if (indexed) {
    await using space = await openSpace(root, opened)
    await space.index({})
  }
  return { paths, logged, options: { log }, opened }
}

/** Serves a space until the test is over, on a free port unless the options say another one. */
export async function serve(
  space: ServedSpace,
  options: Partial<ServerOptions> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<RunningServer> {
  const opened = await openSpace(space.paths.root, space.opened)
  atEnd(async () => await opened[Symbol.asyncDispose]())
  const server = await startServer(opened, {
    ...space.options,
    port: 0,
    ...options,
    // What hangs is waited for only where this is what a test looks at.
    limits: { stopMs: 0, ...options.limits },
  })
  atEnd(async () => await server.close())
  return server
}

/** A server for all tests of a file that leave its space as it is: started by the first that asks for it. */
export function sharedServer(text: SpaceText = {}): () => Promise<RunningServer> {
  const undone: (() => Promise<void>)[] = []
  const atEnd: AtEnd = (undo) => void undone.unshift(undo)
  let server: Promise<RunningServer> | undefined
  afterAll(async () => {
    for (const undo of undone) await undo()
  })
  return async () => await (server ??= servedSpace(text, atEnd).then(async (space) => await serve(space, {}, atEnd)))
}

/** Writes a file with the folders above it. */
export async function writeText(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

function loggerTo(logged: string[]): Logger {
  const write = (facts: object, message: string): void => void logged.push(`${message} ${JSON.stringify(facts)}`)
  return { debug: () => undefined, info: write, warn: write, error: write }
}

/** Three agents in use and two that are not. */
export const threeAgents = `version: 2.0.0
agents:
  gardener:
    name: Gardener
    description: Plants tomatoes and waters flowers
    version: 1.2.0
    skills: [{id: prune, name: prune roses, description: cuts old wood, tags: [garden], examples: [my hedge grows too high, cut the roses]}]
    triggers: {tags: [':home:outside:']}
  cook:
    name: Cook
    description: Bakes bread and roasts meat
    skills: []
    triggers: {tags: [':home:kitchen:']}
  lawyer:
    name: Lawyer
    description: Reads contracts before somebody signs
    skills: [{id: read, name: Read, description: Reads contracts, tags: [law]}]
    can_be_called_by: [cook]
  old:
    name: Old
    description: Nobody needs it
    skills: []
    deprecated: true
  baker:
    name: Baker
    description: Now the cook
    skills: []
    alias: cook
`

const manifest = 'manifest_version: 2\nname: runner-stub\nversion: 1.0.0\ndescription: For tests\n'

/** `echo`, `measure` its file, `ask` back, `answer` this result with these files, maybe piece by piece. `hang` waits until it is stopped, `until FILE` waits for a file, `fail` fails, `break` throws what has no code. */
const runnerStub = `
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const coded = Symbol.for('datacortex.CodedError')
export const plugin = { name: 'runner-stub', kind: 'runner', setup: () => ({
  async run({ task, directory }, { signal, onOutput }) {
    if (task.startsWith('fail'))
      throw Object.assign(new Error('It is low water.'), { code: 'STUB_LOW', details: { transient: false }, [coded]: true })
    if (task.startsWith('break')) throw new Error('/srv/keys can not be opened')
    if (task.startsWith('say nothing')) return { text: '' }
    if (task.startsWith('answer ') && !task.includes('The answer:')) {
      const { files = {}, ...result } = JSON.parse(task.slice('answer '.length))
      for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
      if (result.streams) onOutput?.(result.text)
      return { text: '', ...result }
    }
    if (task.startsWith('echo')) return { text: task }
    if (task.startsWith('measure')) return { text: String(statSync(/^- (\\S+) \\(/m.exec(task)[1]).size) }
    if (task.startsWith('ask')) return { text: task.includes('The answer:') ? task : 'Flour I have.\\n\\nINPUT_REQUIRED: How much?' }
    onOutput?.('One, ')
    const file = /^until (.*)$/.exec(task)?.[1]
    if (task.startsWith('hang') || file !== undefined)
      await new Promise((resolve, reject) => {
        const look = setInterval(() => {
          if (signal.aborted) reject(signal.reason)
          else if (file !== undefined && existsSync(file)) resolve()
          else return
          clearInterval(look)
        }, 5)
      })
    onOutput?.('two, ')
    onOutput?.('three.')
    return { text: 'One, two, three.' }
  },
}) }`
