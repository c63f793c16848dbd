import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { z } from 'zod'
import { type SpacePaths, isRecord, openSpace as openPaths } from '@datacortex/platform'
import type { Logger } from '@datacortex/plugin'
import { type Caller, user } from './caller/caller.ts'
import { mayDiscover } from './caller/may-discover.ts'
import { requireRight } from './caller/require-right.ts'
import { type CallableTasks, withCallableTasks } from './dynamic/callable-tasks.ts'
import { catalogueFor, requireOwnWork } from './dynamic/catalogue-with.ts'
import { programGap } from './errors.ts'
import { type FilesFollowed, type FollowFilesOptions, filesFollowed } from './indexing/follow-files.ts'
import type { Change, KeepInStepOptions, WithinSpace } from './indexing/keep-in-step.ts'
import { type InputOf, type OperationName, type OutputOf, operations } from './operations.ts'
import { noteChangedVersions, noting } from './modules/note-versions.ts'
import { parsedInput } from './parsed-input.ts'
import type { Publishing, PublishingOptions } from './published/open-publishing.ts'
import { type Running, running } from './running.ts'
import { type KnownClient, knownClients } from './tokens/known-clients.ts'
import { type OpenedSpace, openedSpace } from './trust/opened-space.ts'
import { allowingNew, requireTrust } from './trust/require-trust.ts'
import type { OpenModel, Questions, Secrets, Work } from './work.ts'

/** How a space is opened. */
export type OpenSpaceOptions = {
  /** Who asks; the user of this machine if absent. */
  readonly caller?: Caller | undefined
  /** Whether all that the space wants may happen, whatever the user of this machine decided: the program answers for it. */
  readonly isTrusted?: boolean | undefined
  /** Ends every operation. */
  readonly signal?: AbortSignal | undefined
  /** The folder of the modules that come with the program. */
  readonly bundledDirectory?: string | undefined
  /** Where code of modules writes its log; nowhere if absent. */
  readonly openLog?: (() => Promise<Logger>) | undefined
  /** Called with how far each operation is. */
  readonly onProgress?: Work['onProgress'] | undefined
  /** Called at once with what can't wait for an answer, as a clause. */
  readonly onNote?: ((note: string) => void) | undefined
  /** Asks the person who is there; without it nobody is. */
  readonly ask?: Questions | undefined
  /** How the model is opened; the one of the settings if absent. */
  readonly openModel?: OpenModel | undefined
  /** Where secrets come from, for this caller only; none can be had without it. */
  readonly secrets?: Secrets | undefined
  /** How long the model and the index are kept that nobody uses, in milliseconds; two minutes if absent. */
  readonly keptMs?: number | undefined
}

/** How one operation is called. */
export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: Work['onProgress'] | undefined
}

type Method<Name extends OperationName> = (
  input: InputOf<Name>,
  options?: CallOptions,
) => Running<
  OutputOf<Name> & Findings & (Name extends 'agents.create' ? CallableTasks<ReturnType<Method<'run'>>> : unknown)
>

/** What is to be said of every answer. */
export type Findings = { readonly findings: readonly object[] }

type Group = OperationName extends infer Name ? (Name extends `${infer One}.${string}` ? One : never) : never

/** The operations as methods: `space.find({ task })`, `space.notes.read({ notes })`. */
export type Methods = {
  readonly [Name in OperationName as Name extends `${string}.${string}` ? never : Name]: Method<Name>
} & {
  readonly [One in Group]: {
    readonly [Name in OperationName as Name extends `${One}.${infer Own}` ? Own : never]: Method<Name>
  }
}

/** A space that is open: what it can do, and the parts that this shares. Disposing waits for what runs, and closes them. */
export type Space = AsyncDisposable &
  Methods & {
    readonly paths: SpacePaths
    /** The same by name, for doors: the input is checked. */
    readonly call: (name: OperationName, input: unknown, options?: CallOptions) => Running<object & Findings>
    /** Lets the index follow what editors and others write, until the signal; it takes turns with other processes. */
    readonly keepInStep: (options: Omit<KeepInStepOptions, 'onUpdate'>) => Promise<void>
    /** Tells what changed through this space, for whomever, and what `keepInStep` saw; gives back how that ends. */
    readonly onChange: (listener: (change: Change) => void) => () => void
    /** Tells which files change, no matter who writes them, until the signal; resolves once it watches. */
    readonly followFiles: (options: FollowFilesOptions) => Promise<void>
    /** Prepares to publish its agents, for a server. */
    readonly publishing: (options: PublishingOptions) => Promise<Publishing>
    /** Those whom a server knows by tokens of this space, as they are now. */
    readonly clients: () => Promise<readonly KnownClient[]>
    /** Whether who asks may look for agents elsewhere: the user, and the agent that the user chose. */
    readonly mayDiscover: () => Promise<boolean>
    /** The same space for somebody else; it shares the parts, and is closed with this one. */
    readonly as: (caller: Caller) => Space
  }

/**
 * Opens a space. Nothing of it is read or loaded before an operation needs it.
 * @throws `SPACE_NOT_FOUND`
 * @example
 * await using space = await openSpace('/desk')
 * const { results } = await space.find({ task: 'the checkout is unusable with a screen reader' })
 */
export async function openSpace(root: string, options: OpenSpaceOptions = {}): Promise<Space> {
  const opened = await openedSpace(await openPaths(root), options)
  return spaceOf(opened, { ...options, listeners: new Set(), files: filesFollowed(opened.signal) })
}

/** Opens the space of some paths for who makes it: it need not be there yet. */
export async function spaceAt(paths: SpacePaths, options: OpenSpaceOptions): Promise<Space> {
  const opened = await openedSpace(paths, options)
  return spaceOf(opened, { ...options, listeners: new Set(), files: filesFollowed(opened.signal), isNew: true })
}

type Opening = OpenSpaceOptions & {
  readonly isNew?: true
  readonly listeners: Set<(change: Change) => void>
  readonly files: FilesFollowed
}

function spaceOf(opened: OpenedSpace, options: Opening): Space {
  const onUpdate = (change: Change): void => {
    for (const listener of options.listeners) listener(change)
  }
  const { caller = user, bundledDirectory, openLog = async () => await Promise.resolve(silent) } = options
  const signalWith = (own: AbortSignal | undefined): AbortSignal =>
    AbortSignal.any([opened.signal, options.signal, own].filter((signal) => signal !== undefined))
  type Now = Awaited<ReturnType<OpenedSpace['now']>>
  const workWith = ({ paths, parts }: Now, own: Pick<Work, 'signal' | 'onProgress' | 'onNews'>): Work => ({
    paths,
    caller,
    bundledDirectory,
    openLog,
    onNote: options.onNote ?? (() => {}),
    ask: caller.kind === 'night' ? undefined : options.ask,
    secrets: options.secrets,
    ...own,
    ...parts.shared,
    catalogue: catalogueFor({ paths, catalogue: parts.shared.catalogue }, caller),
  })
  const home = bundledDirectory === undefined ? undefined : pathToFileURL(join(bundledDirectory, '../')).href
  const orGap = (error: unknown): never => {
    throw (home === undefined ? undefined : programGap(error, home)) ?? error
  }
  const call: Space['call'] = (name, input, called = {}) =>
    running(async ({ signal, onProgress, onNews }) => {
      const entry = operations[name]
      requireRight(caller, { name, right: entry.right })
      const operation = await entry.load().catch(orGap)
      const asked = parsedInput(input, { name, command: entry.command, schema: operation.input as z.ZodType })
      const now = await opened.now()
      const work = workWith(now, {
        signal,
        onNews,
        onProgress: (event) => {
          onProgress(event)
          called.onProgress?.(event)
          options.onProgress?.(event)
        },
      })
      // Anyone who writes would make the folders of a space that has moved away.
      if (options.isNew !== true) await openPaths(now.paths.root)
      const isDry = isRecord(asked) && asked['dry_run'] === true
      await requireOwnWork(work, entry)
      const findings = await requireTrust(now.paths, { name: entry.command, entry, isDry })
      const { catalogue } = now.parts.shared
      if (!isDry && noting.has(name)) await noteChangedVersions({ paths: now.paths, catalogue, bundledDirectory })
      // Each operation checks its own input: the table no longer knows which belong together.
      const run = async (): Promise<object & Partial<Findings>> =>
        await now.parts.use(async () => await operation.run(work, asked as never)).catch(orGap)
      const answer: object & Partial<Findings> = await (entry.isUsersWord === true && caller.kind === 'user' && !isDry
        ? allowingNew(now.paths, run)
        : run())
      if (entry.isReadOnly !== true && !isDry) onUpdate(entry.right === 'manage' ? 'agents' : 'notes')
      return { ...answer, findings: [...findings, ...(answer.findings ?? [])] }
    }, signalWith(called.signal))
  const methods: Record<string, unknown> = {}
  for (const name of Object.keys(operations).toSorted() as OperationName[]) {
    const method = (input: unknown, called?: CallOptions): unknown => call(name, input, called)
    const [group = '', own] = name.split('.')
    if (own === undefined) methods[group] = method
    else methods[group] = Object.assign(methods[group] ?? {}, { [own]: method })
  }
  const all = methods as unknown as Methods
  const create: Method<'agents.create'> = (input, called) =>
    withCallableTasks(call('agents.create', input, called) as ReturnType<Method<'agents.create'>>, all.run)
  return {
    ...all,
    agents: { ...all.agents, create },
    get paths() {
      return opened.paths()
    },
    call,
    keepInStep: async (kept) => {
      requireRight(caller, { name: 'index', right: operations.index.right })
      const { keepInStep } = await import('./indexing/keep-in-step.ts')
      const signal = signalWith(kept.signal)
      const within: WithinSpace = async (run) => {
        const now = await opened.now()
        return await now.parts.use(async () => await run(workWith(now, { signal, onProgress: () => {} })))
      }
      await keepInStep(within, { ...kept, signal, onUpdate })
    },
    onChange: (listener) => {
      options.listeners.add(listener)
      return () => void options.listeners.delete(listener)
    },
    followFiles: async (wanted) => {
      requireRight(caller, { name: 'notes.recent', right: 'read' })
      await options.files.follow(opened.paths(), { ...wanted, signal: signalWith(wanted.signal) })
    },
    publishing: async (wanted) => {
      const { openPublishing } = await import('./published/open-publishing.ts')
      const { paths, parts } = await opened.now()
      const entry = { wants: ['serve'], isReadOnly: wanted.isOwnOnly === true }
      await requireTrust(paths, { name: 'serve', entry, isDry: false })
      const { catalogue } = parts.shared
      return await openPublishing(paths, { ...wanted, catalogue, bundledDirectory, log: await openLog() })
    },
    mayDiscover: async () => await mayDiscover(caller, opened.paths()),
    clients: knownClients(opened.paths()),
    // Nobody else is asked what the user is, or given the user's secrets.
    as: (other) => spaceOf(opened, { ...options, caller: other, ask: undefined, secrets: undefined }),
    [Symbol.asyncDispose]: async () => await opened[Symbol.asyncDispose](),
  }
}

const silent: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
