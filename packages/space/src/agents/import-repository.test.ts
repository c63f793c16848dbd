import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createSpace, trustSpace } from '@datacortex/platform'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Space, openSpace } from '../space.ts'

const hasGit = spawnSync('git', ['--version']).status === 0

describe.skipIf(!hasGit)('agents of a repository', () => {
  let folder: string
  let space: Space
  let address: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'datacortex-repository-'))
    onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
    vi.stubEnv('DATACORTEX_CONFIG_DIR', join(folder, 'user'))
    const { paths } = await createSpace(join(folder, 'desk'))
    await trustSpace(paths.root, { allowed: [] })
    space = await openSpace(paths.root)
    onTestFinished(async () => await space[Symbol.asyncDispose]())
    await mkdir(join(folder, 'crew/agents'), { recursive: true })
    git('init', '--quiet')
    address = pathToFileURL(join(folder, 'crew')).href
    await commit('cook', 'Cooks soup.')
  })

  function git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main']
    execFileSync('git', [...identity, '-C', join(folder, 'crew'), ...args], { stdio: 'pipe' })
  }

  async function commit(name: string, description: string): Promise<void> {
    const text = `---\nname: ${name}\ndescription: ${description}\n---\nYou do.\n`
    await writeFile(join(folder, 'crew/agents', `${name}.md`), text)
    git('add', '.')
    git('commit', '--quiet', '-m', name)
  }

  const imported = async (from: string) => await space.agents.import({ from: [from], dry_run: false })

  test('are registered with their commit, and keep their ids in a newer one', async () => {
    const first = await imported(address)
    expect(first).toMatchObject({ imported: [{ id: 'cook' }], repositories: [{ address }], seen: 1 })
    expect(first).not.toHaveProperty('empty')
    await commit('cook', 'Cooks stew.')
    await commit('baker', 'Bakes.')
    // What strangers wrote is given nothing of the space that is not open to all.
    await writeFile(join(folder, 'desk/tides.md'), '# Tides\n')
    const cook = { agent: 'cook', task: 'Cook soup as tides.md says' }
    expect(await space.context(cook)).toMatchObject({ level: 'public' })
    const second = await imported(address)
    expect(second).toMatchObject({ imported: [{ id: 'baker' }], updated: [{ id: 'cook' }], conflicts: [] })
    expect(second.repositories?.[0]?.commit).not.toBe(first.repositories?.[0]?.commit)
    const pinned = await imported(`${address}#${first.repositories?.[0]?.commit}`)
    expect(pinned).toMatchObject({ imported: [], updated: [{ id: 'cook' }] })
    expect(await space.agents.show({ agent: 'cook' })).toMatchObject({ description: 'Cooks soup.' })
  })

  test('are fetched for the user alone: no agent chooses an address, and in a restricted space nobody else', async () => {
    const agent = space.as({ kind: 'agent', id: 'scout', chain: ['scout'], parent: undefined })
    const refused = { code: 'FETCH_REFUSED', message: expect.stringContaining('not given by the user') }
    await expect(agent.agents.import({ from: [address] })).rejects.toMatchObject(refused)
    const { paths } = await createSpace(join(folder, 'strange'))
    await using strange = await openSpace(paths.root)
    const asked = { from: [address], dry_run: true }
    const client = strange.as({ kind: 'client', rights: ['manage'] })
    await expect(client.agents.import(asked)).rejects.toMatchObject(refused)
    await expect(strange.agents.import({ from: [address] })).rejects.toMatchObject({ code: 'SPACE_RESTRICTED' })
    expect(await strange.agents.import(asked)).toMatchObject({ imported: [{ id: 'cook' }] })
  })

  test('are none of what its links lead to outside of it', async () => {
    await mkdir(join(folder, 'private'))
    await writeFile(join(folder, 'private/diary.md'), '---\nname: diary\ndescription: Mine.\n---\nDear diary.\n')
    await symlink(join(folder, 'private'), join(folder, 'crew/agents/private'))
    await symlink('cook.md', join(folder, 'crew/agents/chef.md'))
    await commit('baker', 'Bakes.')
    const report = await imported(address)
    expect(report.imported.map(({ id }) => id)).toEqual(['baker', 'cook'])
    expect(report.skipped).toMatchObject([
      { kind: 'link', path: expect.stringMatching(/private$/), reason: 'a link that leads out of the folder' },
      {
        kind: 'link',
        path: expect.stringMatching(/chef\.md$/),
        reason: expect.stringMatching(/cook\.md, which is read$/),
      },
    ])
  })
})
