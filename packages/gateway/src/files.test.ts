import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serve, servedSpace } from './__fixtures__/served-space.ts'

test('a note gives what it links to, as nothing that runs, and nothing else of the space or beside it', async () => {
  const space = await servedSpace()
  const { root } = space.paths
  const server = await serve(space, { rights: ['read'] })
  await mkdir(join(root, 'pics'))
  for (const name of ['bee.png', 'bee.svg', 'page.html', 'Talk, part 1.pdf', 'alone.png', '.env.png', 'empty.png'])
    await writeFile(join(root, 'pics', name), name === 'empty.png' ? '' : `<script>${name}</script>`)
  await symlink('/etc/hostname', join(root, 'pics/out.png'))
  await writeFile(join(root, 'pics/large.png'), '')
  await truncate(join(root, 'pics/large.png'), 100_000_001)
  const names = ['bee.png', 'bee.svg', 'page.html', 'Talk, part 1.pdf', '.env.png', 'out.png', 'large.png', 'empty.png']
  const links = names.map((one) => `[x](<pics/${one}>)`).join(' ')
  await writeFile(join(root, 'Bee.md'), `${links} ![[../outside.png]] [x](../../etc/passwd.png) [[Other]]\n`)
  await writeFile(join(root, 'Other.md'), 'No note of files.\n')
  const ask = async (path: string, note = 'Bee'): Promise<Response> =>
    await fetch(`${server.url}api/notes/attachment?${new URLSearchParams({ note, path }).toString()}`)
  const shown = await ask('pics/bee.png')
  expect(shown.status).toBe(200)
  expect(await shown.text()).toBe('<script>bee.png</script>')
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': "inline; filename*=UTF-8''bee.png",
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  for (const [path, type] of [
    ['pics/bee.svg', 'image/svg+xml'],
    ['pics/page.html', 'application/octet-stream'],
    ['pics/Talk, part 1.pdf', 'application/pdf'],
  ] as const) {
    const { headers } = await ask(path)
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      type,
      expect.stringMatching(/^attachment; filename\*=UTF-8''[^ ]+$/),
    ])
  }
  expect((await ask('pics/empty.png')).status).toBe(200)
  const refused = ['pics/alone.png', 'pics/.env.png', 'pics/out.png', 'pics/large.png', '../outside.png', 'Other.md']
  for (const path of [...refused, '/etc/passwd', '../../etc/passwd.png', '.datacore/settings.yaml', ''])
    expect([path, (await ask(path)).ok]).toEqual([path, false])
  expect(await (await ask('pics/alone.png')).json()).toMatchObject({ error: { code: 'SPACE_ATTACHMENT_REFUSED' } })
  expect((await ask('pics/bee.png', 'Other')).ok).toBe(false)
  // Where notes are not read, their files are not either.
  const stranger = await serve(space, { rights: ['find'] })
  const other = await fetch(`${stranger.url}api/notes/attachment?note=Bee&path=pics/bee.png`)
  expect(other.status).toBe(403)
})

test('what the rules of the index leave out is given to nobody', async () => {
  const space = await servedSpace()
  const { root } = space.paths
  await writeFile(space.paths.settingsFile, 'index: {ignore: ["secret/**"]}\n')
  const server = await serve(space, { rights: ['read'] })
  await mkdir(join(root, 'secret'))
  await writeFile(join(root, 'secret/plan.png'), 'x')
  await writeFile(join(root, 'Bee.md'), '![](secret/plan.png)\n')
  expect((await fetch(`${server.url}api/notes/attachment?note=Bee&path=secret/plan.png`)).ok).toBe(false)
  const rendered = await fetch(`${server.url}api/notes.render`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"note":"Bee"}',
  })
  expect(await rendered.text()).not.toContain('data-file')
})
