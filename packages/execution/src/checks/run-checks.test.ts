import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { expect, onTestFinished, test, vi } from 'vitest'
import { logSpace } from '../log/__fixtures__/log-space.ts'
import { type RunChecksOptions, runChecks } from './run-checks.ts'

async function spaceWith(files: Readonly<Record<string, string>>): Promise<SpacePaths> {
  const paths = await logSpace()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(paths.root, path)), { recursive: true })
    await writeFile(join(paths.root, path), text)
  }
  return paths
}

async function check(
  paths: SpacePaths,
  outputs: readonly string[],
  more: Partial<RunChecksOptions> = {},
): Promise<Readonly<Record<string, string | true>>> {
  const checks = await runChecks(paths, {
    agent: { id: 'writer' },
    outputs: outputs.map((path) => ({ path, type: 'note' })),
    startedAt: new Date(0),
    ...more,
  })
  return Object.fromEntries(checks.map(({ check: name, passed, detail }) => [name, passed || (detail ?? '')]))
}

const passed = { output_exists: true, links_valid: true, writes_within_bounds: true }

test('a good note passes: links by name, alias, path, to itself, and to a picture', async () => {
  const paths = await spaceWith({
    'notes/New.md':
      '[[Old]] [[The Ancient]] [x](../notes/Old.md#a) [[#here]] ![[bee.png]] [web](https://a.b/c.md) `[[code]]` [y](Old) [z](../LICENSE)',
    'notes/Old.md': '---\naliases: [The Ancient]\n---\n',
    'pictures/bee.png': 'png',
  })
  expect(await check(paths, ['notes/New.md'])).toEqual(passed)
  expect(await check(paths, [])).toEqual(passed)
})

test('output_exists: absent, empty, a folder, not written by this run', async () => {
  const paths = await spaceWith({ 'empty.md': '', 'folder/a.md': 'a', 'old.md': 'old' })
  const outputs = ['absent.md', 'empty.md', 'folder']
  expect((await check(paths, outputs))['output_exists']).toMatchInlineSnapshot(
    `"absent.md: it does not exist; empty.md: it is empty; folder: it is no file"`,
  )
  const startedAt = new Date('2999-01-01')
  expect((await check(paths, ['old.md'], { startedAt }))['output_exists']).toBe(
    'old.md: it was not written since the run began',
  )
})

test('links_valid: names the note, the line and the link', async () => {
  const paths = await spaceWith({
    'New.md': 'a\n[[Nowhere]]\n[x](gone.md)\n![[gone.png]]\n',
    'data.txt': '[[Nowhere]]',
  })
  expect((await check(paths, ['New.md', 'data.txt', 'absent.md']))['links_valid']).toBe(
    'New.md:2 leads nowhere: Nowhere; New.md:3 leads nowhere: gone.md; New.md:4 leads nowhere: gone.png',
  )
})

test('links_valid: the web, IDs of Emacs, folders and formulas are no broken links', async () => {
  const paths = await spaceWith({
    '0-me/New.md': [
      '[[https://example.com]] [[mailto:a@b.c]] [[zotero://select/items/1]] $$[[math]]$$ and $[[x]]$ [i](../1-acme/campaigns)',
      '[[1-acme/campaigns/]] [[1-acme/campaigns|them]] [[../1-acme/campaigns]] [[/1-acme/campaigns]] [[drafts/old/]]',
      '$$',
      '[[sum]]',
      '$$',
    ].join('\n'),
    '0-me/New.org': '[[id:abc-def][h]] [[https://example.com][x]]',
    '0-me/drafts/old/a.md': 'a',
    '1-acme/campaigns/a.md': 'a',
  })
  expect((await check(paths, ['0-me/New.md', '0-me/New.org']))['links_valid']).toBe(true)
})

test('links_valid: what only looks like the web, a folder or a formula', async () => {
  const links = [
    '[[Review: Bees]]',
    '[[1-acme/gone/]]',
    '[[../../etc/]]',
    '[[campaigns]]',
    'It costs $5. [[Six]] is $ 6',
  ]
  const paths = await spaceWith({ 'New.md': `${links.join('\n')}\n\n$$\n\n[[Open]]`, '1-acme/campaigns/a.md': 'a' })
  expect((await check(paths, ['New.md']))['links_valid']).toBe(
    'New.md:1 leads nowhere: Review: Bees; New.md:2 leads nowhere: 1-acme/gone/; New.md:3 leads nowhere: ../../etc/; New.md:4 leads nowhere: campaigns; New.md:5 leads nowhere: Six; and 1 more',
  )
})

const knowledgeLocations = {
  personal: { inbox: '0-personal/org/inbox.org', zettel: '0-personal/notes/zettel/' },
  org: { zettel: '{space}/3-knowledge/zettel' },
  routing: { personal_indicators: ['my'] },
}

test.each<[path: string, writes: readonly string[] | undefined, allowed: boolean]>([
  ['notes/a.md', undefined, true],
  ['.datacore/registry/agents.yaml', undefined, false],
  ['.datacore/registry/agents.yaml', ['**'], false],
  ['.datacore/state/x.md', ['.datacore/state/'], true],
  ['.datacore/registry/agents.yaml', ['.datacore/state/'], false],
  ['notes/a.md', [], false],
  ['notes/journals/a.md', ['notes/journals/'], true],
  ['notes/journals/deep/a.md', ['./notes/journals'], true],
  ['notes/journals-old/a.md', ['notes/journals/'], false],
  ['notes/./journals/a.md', ['notes/journals/'], true],
  ['org/next.org', ['org/next.org'], true],
  ['notes/a.md', ['notes/*.md'], true],
  ['notes/b/a.md', ['notes/*.md'], false],
  ['notes/b/a.md', ['notes/**/*.md'], true],
  ['notes/a.md', ['notes/**/*.md'], true],
  ['notes/a.txt', ['notes/**/?.md'], false],
  ['0-personal/notes/zettel/a.md', ['zettel'], true],
  ['1-acme/3-knowledge/zettel/a.md', ['knowledge_locations.zettel'], true],
  ['1-acme/3-knowledge/zettel/a.md', ['personal.zettel'], false],
  ['acme/3-knowledge/zettel/a.md', ['zettel'], false],
  ['0-personal/org/inbox.org', ['inbox'], true],
  ['2-b/drafts/a.md', ['{space}/drafts/'], true],
  ['drafts/a.md', ['{space}/drafts/'], false],
  ['a'.repeat(200), ['a*a*a*a*a*a*a*b'], false],
  [`notes/${'a'.repeat(40)}!`, ['notes/+([a-z]|[a-z0-9])/x'], false],
  ['notes/a+b.md', ['notes/a.b.md'], false],
  ['notes/b.org', ['notes/*.{md,org}'], true],
  ['2-b/x/a.md', ['{space}/*/a.md'], true],
  ['1-acme/campaigns/spring/a.md', ['1-*/campaigns/'], true],
  ['1-acme/campaigns/spring/a.md', ['1-*/campaigns'], true],
  ['1-acme/campaigns-old/a.md', ['1-*/campaigns/'], false],
  ['2-b/3-knowledge/zettel/a.md', ['{space}/3-*/zettel/'], true],
  ['0-personal/b/deep/a.md', ['0-personal/{a,b}/'], true],
  ['0-personal/c/a.md', ['0-personal/{a,b}/'], false],
  ['notes [x]/a.md', ['notes [x]/'], true],
  ['notes/b/a.md', ['notes/*'], false],
  ['notes/b/a.md', ['notes/*/'], true],
  ['.datacore/registry/agents.yaml', ['*/'], false],
])('%s by an agent that writes to %j: %j', async (path, writes, allowed) => {
  const paths = await logSpace()
  const verdict = (await check(paths, [path], { agent: { id: 'writer', writes }, knowledgeLocations }))[
    'writes_within_bounds'
  ]
  expect(verdict === true).toBe(allowed)
})

test('the answer that this program keeps is no place that the agent writes to', async () => {
  const paths = await spaceWith({ 'a.md': 'a' })
  const answer = '.datacore/state/outputs/exec-1.md'
  const reported = async (writes: readonly string[] | undefined, path: string) =>
    (await check(paths, [path, answer], { agent: { id: 'writer', writes }, answer }))['writes_within_bounds']
  expect(await reported(['notes/'], 'notes/a.md')).toBe(true)
  expect(await reported(['notes/', 'org/'], 'a.md')).toBe('a.md: the agent writes to notes/, org/')
  expect(await reported([], 'a.md')).toBe('a.md: the agent may write nothing')
  expect(await reported(undefined, '.datacore/x')).toContain('the agent names no places that it writes to')
})

test('nothing outside the space and nothing behind a symbolic link passes any check', async () => {
  const paths = await spaceWith({ 'real/a.md': 'a' })
  const outside = await spaceWith({ 'b.md': 'b' })
  await symlink(outside.root, join(paths.root, 'linked'))
  await symlink(join(outside.root, 'b.md'), join(paths.root, 'real', 'b.md'))
  for (const path of ['../a.md', '/etc/passwd', 'linked/b.md', 'real/b.md', 'a/../../b.md', '']) {
    const { output_exists: exists, writes_within_bounds: bounds } = await check(paths, [path])
    expect({ path, exists, bounds }).toEqual({
      path,
      exists: expect.stringContaining('leaves the space') as unknown,
      bounds: expect.any(String) as unknown,
    })
  }
})

test('checks of modules: a verdict, a throw, one that never ends, one that is told to stop', async () => {
  const paths = await spaceWith({ 'a.md': 'a' })
  vi.stubEnv('DATACORTEX_PATIENCE', '')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let stopped = false
  const result = await check(paths, ['a.md'], {
    extra: [
      {
        name: 'sources_named',
        check: ({ outputs, agent }) => ({ passed: false, detail: `${agent.id} ${outputs.length}` }),
      },
      {
        name: 'throws',
        check: () => {
          throw new Error('broken')
        },
      },
      { name: 'rejects', check: () => Promise.reject(new Error('no')) },
      {
        name: 'hangs',
        check: async (_run, { signal }) => {
          signal.addEventListener('abort', () => (stopped = true))
          vi.advanceTimersByTime(29_999)
          expect(stopped).toBe(false)
          vi.advanceTimersByTime(1)
          return await new Promise(() => {})
        },
      },
    ],
  })
  expect(result).toEqual({
    ...passed,
    sources_named: 'writer 1',
    throws: 'the check failed: broken',
    rejects: 'the check failed: no',
    hangs: 'the check failed: it took longer than 30000 ms',
  })
  expect(stopped).toBe(true)
})

test('an abort ends the checks at once', async () => {
  const paths = await logSpace()
  const controller = new AbortController()
  const running = check(paths, [], {
    signal: controller.signal,
    extra: [
      {
        name: 'hangs',
        check: () => {
          controller.abort(new Error('stop'))
          return new Promise<never>(() => {})
        },
      },
    ],
  })
  await expect(running).rejects.toThrow('stop')
})

test('where nobody saw what the runner wrote, a check says so, and fails for what was declared all the same', async () => {
  const paths = await spaceWith({ 'a.md': 'a' })
  const changes = { files: [], hidden: [], othersRan: false, notLooked: 'the space has more than 50,000 files' }
  const agent = { id: 'writer', writes: ['out/'] }
  const checks = await runChecks(paths, { agent, outputs: [], changes, startedAt: new Date(0) })
  const detail = 'nobody saw what the runner wrote: the space has more than 50,000 files'
  expect(checks).toContainEqual({ check: 'writes_within_bounds', passed: null, detail })
  expect(checks).toContainEqual({ check: 'links_valid', passed: null, detail })
  const outputs = [{ path: 'a.md', type: 'note' }]
  const declared = await runChecks(paths, { agent, outputs, changes, startedAt: new Date(0) })
  expect(declared.find(({ check }) => check === 'writes_within_bounds')).toMatchObject({ passed: false })
})

test('of changed files that the agent may not be shown no name is told', async () => {
  const paths = await logSpace()
  const hidden = [{ path: 'secret/Layoffs.md', change: 'changed' }] as const
  const changes = { files: [], hidden, othersRan: false }
  const agent = { id: 'writer', writes: ['out/'] }
  const [, , bounds] = await runChecks(paths, { agent, outputs: [], changes, startedAt: new Date(0) })
  expect(bounds).toEqual({
    check: 'writes_within_bounds',
    passed: false,
    detail: 'files that the agent may not be shown changed during the run: 1',
  })
})
