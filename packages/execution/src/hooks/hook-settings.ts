import { type SpacePaths, isRecord, isThere, resolveInside } from '@datacortex/platform'
import { type AgentHook, type RegisteredAgent, type Registry, agentHooks } from '@datacortex/registry'
import { type ErrorPatterns, usualErrorPatterns } from '../run/classify-error.ts'
import { type Finding, CodedError, codedError, warningFinding } from '@datacortex/errors'
import { executionError } from '../errors.ts'

export type HookSettings = {
  /** Of `classify-error`, each list else Datacore's own. */
  readonly errorPatterns: ErrorPatterns
  readonly maxContextTokens?: number | undefined
  /** Of `validate-preconditions`, relative to the space; `aborts` if a run without them is refused. */
  readonly preconditions?: { readonly files: readonly string[]; readonly aborts: boolean } | undefined
  /** Of `quality-gate`: least characters of the answer, texts that must not be in it. */
  readonly quality?: { readonly minLength: number; readonly forbidden: readonly string[] } | undefined
  /** Of `output-exists`: least bytes of each file that was written. */
  readonly minFileSize?: number | undefined
}

export function hookSettings(registry: Registry, agent: RegisteredAgent): HookSettings {
  const hooks = agentHooks(registry, agent)
  const context = configOf(hooks, 'context-inject')
  const before = configOf(hooks, 'validate-preconditions')
  const gate = configOf(hooks, 'quality-gate')
  const errors = configOf(hooks, 'classify-error')
  const files = texts(before['required_files']) ?? []
  const minLength = atLeastOne(gate['min_output_length'])
  const forbidden = texts(gate['forbidden_patterns']) ?? []
  return {
    errorPatterns: {
      transient: texts(errors['transient_patterns']) ?? usualErrorPatterns.transient,
      permanent: texts(errors['permanent_patterns']) ?? usualErrorPatterns.permanent,
    },
    maxContextTokens: atLeastOne(context['max_context_tokens']),
    preconditions: files.length === 0 ? undefined : { files, aborts: before['abort_on_failure'] !== false },
    quality: minLength === undefined && forbidden.length === 0 ? undefined : { minLength: minLength ?? 0, forbidden },
    minFileSize: atLeastOne(configOf(hooks, 'output-exists')['min_file_size']),
  }
}

function configOf(hooks: readonly AgentHook[], type: string): Readonly<Record<string, unknown>> {
  const configs = hooks.filter((hook) => hook.type === type).map(({ config }) => config)
  const merged: unknown = Object.assign({}, ...configs)
  return isRecord(merged) ? merged : {}
}

function texts(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.filter((text) => typeof text === 'string').filter((text) => text.trim() !== '')
}

function atLeastOne(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 1 ? Math.floor(value) : undefined
}

/** Looks whether the files are there that an agent's hooks ask for before each run. */
export async function checkPreconditions(
  paths: SpacePaths,
  { agent, preconditions }: { agent: string; preconditions: HookSettings['preconditions'] },
): Promise<readonly Finding[]> {
  if (preconditions === undefined) return []
  const files: string[] = []
  for (const file of preconditions.files) if (!(await isInSpace(paths, file))) files.push(file)
  if (files.length === 0) return []
  const missing = executionError('EXECUTION_PRECONDITION_MISSING', { agent, files })
  if (preconditions.aborts) throw missing
  return [
    warningFinding(missing.code, agent, {
      message: `Its hook validate-preconditions asks for ${files.join(', ')}, which is not there.`,
      hint: missing.hint,
    }),
  ]
}

/** A path that leaves the space names nothing in it. */
async function isInSpace({ root }: SpacePaths, file: string): Promise<boolean> {
  const path = await resolveInside(root, file).catch(codedError)
  return !CodedError.is(path) && (await isThere(path))
}
