import { mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mindSpace } from '../__fixtures__/mind-space.ts'
import { discoverPeers } from '../discovery/discover.ts'
import { examinePeers } from '../discovery/examine-peers.ts'
import { checkMentions, fittingPeers, mention } from './mentions.ts'
import { consent, refuseMuted, requireConsent } from './muted.ts'
import { findPeer, peersPlace, readPeers } from './read-peers.ts'
import { setPeer } from './set-peer.ts'

const now = new Date('2026-11-26T12:00:00Z')
const bo = { uid: '98765432109876543', role: 'Bakes bread', now }
const discovery = { cards: [], handshakes: false, ttl_hours: 24 }

async function baker() {
  const { paths, minds } = await mindSpace('baker', 'miller')
  await setPeer(minds.baker, 'Bo', bo)
  const { file } = peersPlace(minds.baker)
  return { paths, mind: minds.baker, miller: minds.miller, file, text: await readFile(file, 'utf8') }
}

test('the file has the shape of the specification, texts in quotes, and who wrote last; it is written once', async () => {
  const { mind, file } = await baker()
  await discoverPeers(mind, { discovery, now })
  await discoverPeers(mind, { discovery, now: new Date('2026-11-27T12:00:00Z') })
  expect(await readFile(file, 'utf8')).toMatchInlineSnapshot(`
    "peers:
      - name: "Bo"
        uid: "98765432109876543"
        role: "Bakes bread"
        mention_syntax: "<@98765432109876543>"
        status: "active"
        capabilities: []
        notes: ""
      - name: "baker"
        uid: "100baker"
        role: "Is the baker."
        mention_syntax: "@baker"
        status: "active"
        capabilities:
          - "recall:v1"
          - "remember:v1"
          - "reflect:v1"
        notes: ""
    last_writer_uid: "100baker"
    updated_at: "2026-11-26T12:00:00.000Z"
    "
  `)
  expect(await readPeers(mind)).toMatchObject({ lastWriter: '100baker', updatedAt: now.toISOString(), findings: [] })
})

test('the user adds, changes, mutes and takes out; comments, other fields and the ends of lines stay', async () => {
  const { mind, file, text } = await baker()
  const edited = `# mine\n${text.replace('    uid:', '    # by hand\n    team: "ovens"\n    uid:')}`
  await writeFile(file, edited.replaceAll('\n', '\r\n'))
  await setPeer(mind, 'bo', { status: 'muted', notes: 'Too loud', now })
  const after = await readFile(file, 'utf8')
  for (const kept of ['# mine\r\n', '# by hand\r\n', 'team: "ovens"\r\n', 'status: "muted"'])
    expect(after).toContain(kept)
  expect(after.replaceAll('\r\n', '')).not.toContain('\n')
  expect(after).toContain('last_writer_uid: "user"')
  await setPeer(mind, bo.uid, { isRemoved: true, dryRun: true })
  expect((await readPeers(mind)).peers).toHaveLength(1)
  await setPeer(mind, bo.uid, { isRemoved: true })
  expect((await readPeers(mind)).peers).toEqual([])
  await expect(setPeer(mind, 'Bo', { status: 'muted' })).rejects.toMatchObject({ code: 'COGNITION_PEER_UNKNOWN' })
})

const twin = '  - { name: "Bo 2", uid: "98765432109876543", mention_syntax: "@b" }\n'

test.each([
  ['half-written YAML', (text: string) => text.slice(0, -20)],
  ['an entry without a mention', () => 'peers:\n  - name: "Bo"\n    uid: "1"\n'],
  ['a uid that is a number', (text: string) => text.replace('"98765432109876543"', '98765432109876543')],
  ['two peers with one uid', (text: string) => text.replace('peers:\n', `peers:\n${twin}`)],
  ['two names that differ by case', (text: string) => `${text}  - { name: "BO", uid: "7", mention_syntax: "@bo" }\n`],
  ['a mention of another uid', (text: string) => text.replace('<@98765432109876543>', '<@1>')],
  [
    'a capability without a version',
    (text: string) => text.replace('capabilities: []', 'capabilities: ["recall:1.0"]'),
  ],
  ['no text', () => Buffer.from([0xff, 0xfe, 0x00])],
])(
  '%s: what it was when it could last be read holds, that is said, and nothing is written over it',
  async (_, damage) => {
    const { paths, mind, file } = await baker()
    await setPeer(mind, 'Bo', { status: 'muted', now })
    const text = (await readFile(file, 'utf8')).replace(/^(?:last|updated).*\n/gm, '')
    const known = await readPeers(mind)
    const damaged = damage(text)
    await writeFile(file, damaged)
    const read = await readPeers(mind)
    expect(read.peers).toEqual(known.peers)
    expect(read.findings).toMatchObject([{ code: 'COGNITION_PEERS_INVALID', severity: 'warning' }])
    await expect(refuseMuted(mind, [bo.uid])).rejects.toMatchObject({ code: 'COGNITION_PEER_MUTED' })
    for (const write of [() => discoverPeers(mind, { discovery }), () => setPeer(mind, 'Cy', { uid: '44' })])
      await expect(write()).rejects.toMatchObject({ code: 'COGNITION_PEERS_INVALID' })
    expect(await readFile(file)).toEqual(Buffer.from(damaged))
    expect(await examinePeers(paths, { discovery })).toMatchObject([
      { code: 'COGNITION_PEERS_INVALID' },
      { code: 'PEER_MUTED' },
    ])
  },
)

test('a damaged file that was never read before is an error: who is muted is not known', async () => {
  const { paths, miller } = await baker()
  await writeFile(peersPlace(miller).file, 'peers: [')
  const asked = [() => readPeers(miller), () => refuseMuted(miller, ['1']), () => mention(miller, 'Bo')]
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'COGNITION_PEERS_INVALID' })
  expect(await examinePeers(paths, { discovery })).toMatchObject([{ code: 'COGNITION_PEERS_INVALID' }])
})

test('a huge file is not read, and a link is not written through', async () => {
  const { paths, mind, miller, file } = await baker()
  await readPeers(mind)
  await truncate(file, 2_000_000)
  expect(await readPeers(mind)).toMatchObject({ peers: [{ name: 'Bo' }], findings: [{ message: /too large/ }] })
  const outside = `${paths.root}-elsewhere.txt`
  onTestFinished(async () => await rm(outside))
  await writeFile(outside, 'peers: []\n')
  await symlink(outside, peersPlace(miller).file)
  await expect(discoverPeers(miller, { discovery })).rejects.toMatchObject({ code: 'PLATFORM_FILE_UNWRITABLE' })
  expect(await readFile(outside, 'utf8')).toBe('peers: []\n')
})

test('names that differ by Unicode form are one, and a name or uid that another one has is refused', async () => {
  const { mind } = await baker()
  await setPeer(mind, 'Zoë', { uid: '5' })
  expect(findPeer(await readPeers(mind), 'ZOË'.normalize('NFD')).uid).toBe('5')
  const twice = { code: 'COGNITION_PEER_TWICE' }
  await expect(setPeer(mind, 'Ada', { uid: '5' })).rejects.toMatchObject(twice)
  await expect(setPeer(mind, 'Zoë', { uid: bo.uid })).rejects.toMatchObject(twice)
  await expect(setPeer(mind, 'Bo', { mention_syntax: '<@1>' })).rejects.toMatchObject({
    code: 'COGNITION_PEERS_INVALID',
  })
})

test('a mention is the one of the registry; muted peers are not mentioned', async () => {
  const { mind } = await baker()
  await setPeer(mind, 'Slack', { uid: 'U0AB12CD34' })
  await setPeer(mind, 'Ash', { uid: 'f3c1' })
  const written = async (peer: string) => (await mention(mind, peer)).mention_syntax
  expect(await Promise.all(['bo', 'Slack', 'f3c1'].map(written))).toEqual([`<@${bo.uid}>`, '<@U0AB12CD34>', '@Ash'])
  await setPeer(mind, 'Bo', { status: 'muted' })
  await expect(mention(mind, 'Bo')).rejects.toMatchObject({ code: 'COGNITION_PEER_MUTED' })
  await expect(mention(mind, 'Cy')).rejects.toMatchObject({ code: 'COGNITION_PEER_UNKNOWN' })
})

const usual = { role: '', capabilities: [], notes: '', status: 'active' } as const
const known = [
  { ...usual, name: 'Wren', uid: '42', mention_syntax: '<@42>' },
  { ...usual, name: 'Bo', uid: '43', mention_syntax: '<@43>' },
  { ...usual, name: 'Bo Peep', uid: '44', mention_syntax: '@bo-peep' },
  { ...usual, name: '小喬', uid: '45', mention_syntax: '<@45>' },
  { ...usual, name: 'Mo', uid: '46', mention_syntax: '<@46>', status: 'muted' },
] as const

test.each([
  ['<@43> knows.', []],
  ['<@43>: Bo knows.', []],
  ['Wren speaks of itself, and of the Bode museum.', []],
  ['Ask bo.', ['COGNITION_MENTION_MISSING Bo']],
  ['Ask Bo Peep.', ['COGNITION_MENTION_MISSING Bo Peep']],
  ['Ask @bo-peep.', []],
  ['Ask @bo-peep-2, or bo-2.', []],
  ['請小喬看', ['COGNITION_MENTION_MISSING 小喬']],
  ['Ask Bo (<@45>).', ['COGNITION_MENTION_WRONG Bo']],
  ['Ask <@999>.', ['COGNITION_MENTION_WRONG <@999>']],
  ['Ask <@!43> and <@45|qiao>.', []],
  ['`<@43>` Bo', ['COGNITION_MENTION_MISSING Bo']],
  ['```\nBo\n```', []],
  ['<@46>, stop.', ['COGNITION_PEER_MUTED Mo']],
] as const)('%s', (text, expected) => {
  const found = checkMentions(text, { peers: known, uid: '42' })
  expect(found.map(({ code, subject }) => `${code} ${subject}`)).toEqual(expected)
})

test('who can help with a task is found by words; muted and inactive peers are not offered', () => {
  const peers = [
    { ...known[0], role: 'Watches tides' },
    { ...known[1], notes: 'Bakes bread at spring tides' },
    { ...known[4], role: 'Tides and bread' },
  ]
  expect(fittingPeers(peers, ['bread', 'tides']).map(({ name }) => name)).toEqual(['Bo', 'Wren'])
  expect(fittingPeers(peers, ['chess'])).toEqual([])
  expect(fittingPeers(peers, [])).toHaveLength(3)
})

test('tasks are handed over to a peer only after the user agreed, who can take it back', async () => {
  const { paths, mind } = await baker()
  const config = join(paths.root, 'config')
  await mkdir(config)
  const before = process.env['DATACORTEX_CONFIG_DIR']
  process.env['DATACORTEX_CONFIG_DIR'] = config
  try {
    const peer = findPeer(await readPeers(mind), 'Bo')
    const missing = { code: 'COGNITION_CONSENT_MISSING' }
    await expect(requireConsent(mind, peer)).rejects.toMatchObject(missing)
    await consent(mind, peer, { isAllowed: true })
    await requireConsent(mind, peer)
    await expect(requireConsent(mind, { ...peer, uid: '1' })).rejects.toMatchObject(missing)
    await consent(mind, peer, { isAllowed: false })
    await expect(requireConsent(mind, peer)).rejects.toMatchObject(missing)
  } finally {
    if (before === undefined) delete process.env['DATACORTEX_CONFIG_DIR']
    else process.env['DATACORTEX_CONFIG_DIR'] = before
  }
})

test('sixteen writers at once lose nothing', async () => {
  const { mind } = await baker()
  const writers = Array.from({ length: 16 }, async (_, at) => await setPeer(mind, `Peer ${at}`, { uid: `${at}` }))
  await Promise.all(writers)
  expect((await readPeers(mind)).peers).toHaveLength(17)
})

test('a file that is a list alone is read, and written to, as the list of peers', async () => {
  const { mind, file } = await baker()
  await writeFile(file, '# mine\n- { name: "Bo", uid: "43", mention_syntax: "@Bo" } # kept\n')
  await setPeer(mind, 'Bo', { status: 'muted' })
  await setPeer(mind, 'Cy', { uid: '44' })
  expect((await readPeers(mind)).peers).toMatchObject([{ name: 'Bo', status: 'muted' }, { name: 'Cy' }])
  expect(await readFile(file, 'utf8')).toMatch(/# mine\n[\s\S]*# kept/)
})

test('what was written here last is the last good state', async () => {
  const { mind, file } = await baker()
  await setPeer(mind, 'Bo', { status: 'muted' })
  await writeFile(file, 'peers: [')
  expect((await readPeers(mind)).peers).toMatchObject([{ name: 'Bo', status: 'muted' }])
})

test('a file that was deleted has no peers', async () => {
  const { mind, file } = await baker()
  await readPeers(mind)
  await rm(file)
  expect(await readPeers(mind)).toMatchObject({ peers: [], findings: [] })
})
