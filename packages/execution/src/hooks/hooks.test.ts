import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSettings } from '@datacortex/platform'
import { expect, test } from 'vitest'
import { loadContext } from '../context/load-context.ts'
import { type RunSpace, run, runSpace } from '../run/__fixtures__/run-space.ts'
import { examineHooks } from './examine-hooks.ts'
import { hookSettings } from './hook-settings.ts'

const answer = { text: 'The moon pulls the sea, and the sea follows it twice a day.' }

/** A space whose writer has these hooks, and the default ones of Datacore. */
async function hookedSpace(hooks: object, answers: Parameters<typeof runSpace>[0] = [answer]): Promise<RunSpace> {
  const writer = { name: 'Writer', description: 'Writes', skills: [], source: '.datacore/agents/writer.md', hooks }
  const defaults = { hooks: { on_error: [{ type: 'classify-error', config: { transient_patterns: ['low tide'] } }] } }
  const profiles = { careful: { hooks: { validate: [{ type: 'quality-gate', config: { min_output_length: 500 } }] } } }
  const agents = { writer, other: { name: 'Other', description: 'Does', skills: [], profile: 'careful' } }
  return await runSpace(answers, {
    files: { '.datacore/registry/agents.yaml': JSON.stringify({ defaults, profiles, agents }) },
  })
}

test('quality-gate is a check of every run, with what is wrong', async () => {
  const config = { min_output_length: 500, forbidden_patterns: ['moon', 'TODO', 'Lorem'] }
  const space = await hookedSpace({ validate: [{ type: 'quality-gate', config }] })
  const { checks, status } = await run(space)
  expect(status).toBe('success')
  expect(checks.find(({ check }) => check === 'quality_gate')).toEqual({
    check: 'quality_gate',
    passed: false,
    detail: expect.stringMatching(
      /^\.datacore\/state\/outputs\/exec-.*\.md: it has "moon"; the longest text has 59 characters, 500 are asked for$/,
    ),
  })
  const other = await run(space, { agent: 'other' })
  expect(other.checks.find(({ check }) => check === 'quality_gate')?.passed).toBe(false)
  const free = await run(await hookedSpace({}))
  expect(free.checks.map(({ check }) => check)).not.toContain('quality_gate')
})

test('the longest text counts, so a file that was written makes up for a short answer', async () => {
  const config = { min_output_length: 100 }
  const outputs = [{ path: '0-personal/notes/long.md', type: 'note' }]
  const space = await hookedSpace({ validate: [{ type: 'quality-gate', config }] }, [{ text: 'Done.', outputs }])
  await writeFile(join(space.paths.root, '0-personal/notes/long.md'), 'The sea. '.repeat(20))
  const { checks } = await run(space)
  expect(checks.find(({ check }) => check === 'quality_gate')).toEqual({ check: 'quality_gate', passed: true })
})

test('output-exists asks for the size of files, and not of the answer', async () => {
  const hooks = { validate: [{ type: 'output-exists', config: { check_writes: true, min_file_size: 100 } }] }
  const outputs = [{ path: '0-personal/notes/short.md', type: 'note' }]
  const space = await hookedSpace(hooks, [{ text: 'Done.', outputs }])
  await writeFile(join(space.paths.root, '0-personal/notes/short.md'), 'The sea.')
  const { checks } = await run(space)
  expect(checks.find(({ check }) => check === 'output_exists')).toEqual({
    check: 'output_exists',
    passed: false,
    detail: '0-personal/notes/short.md: it has 8 bytes, 100 are asked for',
  })
})

test('validate-preconditions refuses a run before it costs anything, or tells of it', async () => {
  const config = { required_files: ['style.md', '../outside.md', '0-personal/notes/tides.md'] }
  const hooks = (more: object) => ({ pre: [{ type: 'validate-preconditions', config: { ...config, ...more } }] })
  const strict = await hookedSpace(hooks({}))
  await expect(run(strict)).rejects.toMatchObject({
    code: 'EXECUTION_PRECONDITION_MISSING',
    details: { agent: 'writer', files: ['style.md', '../outside.md'] },
  })
  const mild = await run(await hookedSpace(hooks({ abort_on_failure: false })))
  expect(mild.status).toBe('success')
  expect(mild.findings).toContainEqual(expect.objectContaining({ code: 'EXECUTION_PRECONDITION_MISSING' }))
  const met = await hookedSpace({
    pre: [{ type: 'validate-preconditions', config: { required_files: ['0-personal/'] } }],
  })
  expect((await run(met)).status).toBe('success')
})

test('what is transient may stand in the hooks that all inherit', async () => {
  const failing = [{ error: { code: 'STUB_FAILED', message: 'It is low tide.' } }, answer]
  expect(await run(await hookedSpace({}, failing))).toMatchObject({ status: 'success', attempts: 2 })
  const own = { on_error: [{ type: 'classify-error', config: {} }] }
  expect(await run(await hookedSpace(own, failing))).toMatchObject({ status: 'failed', attempts: 1 })
})

test.each([
  [90, 200, 90],
  [9_000_000, 95, 95],
])('context-inject lowers the budget, and never raises it: %i and %i', async (asked, usual, budgetTokens) => {
  const space = await hookedSpace({ pre: [{ type: 'context-inject', config: { max_context_tokens: asked } }] })
  const [{ registry }, settings] = [await space.catalogue(), await readSettings(space.paths)]
  const load = async (more: object) =>
    await loadContext(space.paths, {
      registry,
      agent: 'writer',
      task: 'Explain the tides',
      settings: { ...settings, context: { ...settings.context, budget: usual } },
      ...more,
    })
  // Too few for the prompt: the error says how many there were.
  await expect(load({})).rejects.toMatchObject({ details: { budgetTokens } })
  // Who names a budget means it.
  expect((await load({ budget: 1000 })).tokens).toBeGreaterThan(budgetTokens)
})

test('values of another kind than expected are passed over', async () => {
  const space = await hookedSpace({
    pre: [
      { type: 'context-inject', config: { max_context_tokens: 'many' } },
      { type: 'validate-preconditions', config: { required_files: 'style.md' } },
    ],
    validate: [{ type: 'quality-gate', config: { min_output_length: -1, forbidden_patterns: [5, ' '] } }],
    on_error: [null, 'classify-error', { type: 'classify-error', config: { permanent_patterns: [7, 'never'] } }],
  })
  const { registry } = await space.catalogue()
  const writer = registry.agents.get('writer')
  expect(writer && hookSettings(registry, writer)).toEqual({
    errorPatterns: { transient: ['rate_limit', 'timeout', 'connection', 'overloaded'], permanent: ['never'] },
  })
})

test('hooks without an effect and profiles that are not there are found', async () => {
  const space = await hookedSpace({
    pre: [{ type: 'validate-preconditions', config: { required_state: ['git_clean'] } }, { type: 'discover-spaces' }],
    post: [{ type: 'journal-append' }, { type: 'metrics-log' }],
  })
  const { registry } = await space.catalogue()
  const lost = {
    id: 'lost',
    module: undefined,
    entry: { name: 'L', description: 'd', skills: [], profile: 'careless' },
  }
  const agents = new Map(registry.agents).set('lost', lost)
  const findings = examineHooks({ ...registry, agents })
  expect(findings.map(({ code, subject }) => `${code} ${subject}`)).toEqual([
    'HOOK_PROFILE_UNKNOWN careless',
    'HOOK_NOT_RUN validate-preconditions: required_state',
    'HOOK_NOT_RUN discover-spaces',
    'HOOK_NOT_RUN journal-append',
  ])
  expect(findings[1]?.message).toBe('nothing here runs this hook of writer')
})
