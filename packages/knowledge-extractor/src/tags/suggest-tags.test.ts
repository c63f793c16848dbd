import { expect, test } from 'vitest'
import { knowledgeSpace } from '../__fixtures__/knowledge-space.ts'
import { suggestTags } from './suggest-tags.ts'
import { parseTagVocabulary, readTagVocabulary } from './tag-vocabulary.ts'

const yaml = `
version: 1
ai_delegation:
  AI-research: {org: ":AI:research:", agent: researcher}
domains:
  oceanography:
    yaml: ocean
    hashtag: "#ocean"
    aliases: [sea, tides]
    variants_to_avoid: [oceans]
  finance: {synonyms: [banking]}
content_types: [essay, {name: Field Report}]
validation:
  auto_normalize: {seas: ocean}
`
const vocabulary = parseTagVocabulary(yaml, 'tags.yaml')

test('a vocabulary has topics with their words, and spellings to replace', () => {
  expect([...vocabulary.topics]).toEqual([
    ['ocean', ['ocean', 'oceanography', 'sea', 'tides', 'oceans']],
    ['finance', ['finance', 'banking']],
    ['essay', ['essay']],
    ['field-report', ['field-report']],
  ])
  expect(Object.fromEntries(vocabulary.variants)).toEqual({
    oceanography: 'ocean',
    sea: 'ocean',
    tides: 'ocean',
    oceans: 'ocean',
    banking: 'finance',
    seas: 'ocean',
  })
})

test('tags come from the words of the text, in the spelling of the vocabulary', () => {
  const text = 'The sea rises. The sea falls. A bank is a bank.'
  expect(suggestTags({ title: 'Tides', text, related: [], vocabulary })).toEqual(['ocean'])
})

test('tags of related notes count where several agree or the text names them', () => {
  const related = [
    { tags: ['oceans', 'harbour'], score: 0.9 },
    { tags: ['seas', 'travel'], score: 0.8 },
    { tags: ['harbour'], score: 0.7 },
  ]
  const tags = suggestTags({ title: 'A', text: 'Nothing of it.', related, vocabulary })
  expect(tags).toEqual(['harbour'])
  expect(suggestTags({ title: 'Travel', text: 'Travel light.', related, vocabulary })).toContain('travel')
})

test('without both, the key phrases of the text are its tags', () => {
  const text = 'Honey bees dance. Honey bees sleep. Honey bees fly.'
  expect(suggestTags({ title: 'Honey bees', text, related: [] })).toEqual(['honey-bees'])
  expect(suggestTags({ title: 'X', text: 'Nothing.', related: [] })).toEqual([])
})

test.each([
  'Anna Lund: The roof leaks. Anna Lund said so.\nTom: Which roof?\nAnna Lund: The roof of the boat house. Tom knows the roof.\nTom: Ah, the roof.',
  '**anna_lund**: The roof leaks.\n\n**tom**: Which roof?\n\n**anna_lund**: The roof, tom.\n\n**tom**: Ah, that roof.\n',
  'From: Anna Lund <anna@example.org>\nTo: Tom Berg <tom@example.org>\nSubject: Roof\n\nTom, the roof leaks. Tom, mend the roof. Tom! The roof. Anna Lund. Anna.\n',
])('who speaks or writes is no tag of %j', (text) => {
  expect(suggestTags({ title: 'Roof', text, related: [] })).toEqual(['roof'])
})

const power =
  '潮汐发电利用海水涨落的能量来产生电力。世界上最大的潮汐电站位于韩国。潮汐电站的大坝把海湾和外海隔开。潮汐发电的成本高于风力发电，但是可以准确预测。大坝会影响鱼类的洄游，所以电站设有鱼道。可以利用的海湾不多，可以建站的更少。'
const tea =
  '緑茶は湯の温度で味が変わります。急須に茶葉を入れ、湯を注いで一分待ちます。茶葉の量は一人分で二グラムが目安です。煎茶の茶葉は開封後すぐに冷蔵庫に入れます。使用した急須は使用後に水で洗います。使用する水は軟水がよいです。'
const learning =
  'ディープラーニングは多層のネットワークを使う手法です。GPUを使うとディープラーニングが速くなります。GPUがないときはディープラーニングを待つことになります。GPUは高い。'

test.each([
  ['潮汐发电', power, ['潮汐发电', '潮汐电站']],
  ['茶の淹れ方', tea, ['茶葉']],
  ['入門', learning, ['ディープラーニング', 'gpu']],
])('a text without blanks between its words has its things as tags: %s', (title, text, tags) => {
  expect(suggestTags({ title, text, related: [] })).toEqual(tags)
})

test.each([
  ['tags: {潮汐: {}, 汐发: {}, 能源: {aliases: [潮汐电站]}}', power, ['能源', '潮汐']],
  ['tags: {茶: {}, 急須: {}, 茶葉: {}, 用後: {}}', tea, ['茶葉', '急須']],
  [
    'tags: {gpu: {}, 京都: {}, deep-learning: {aliases: [ディープラーニング]}}',
    `${learning}東京都と東京都。`,
    ['deep-learning', 'gpu'],
  ],
])('the vocabulary is found in it word by word: %s', (tags, text, expected) => {
  const found = suggestTags({ title: '', text, related: [], vocabulary: parseTagVocabulary(tags, 'tags.yaml') })
  expect(found.toSorted()).toEqual(expected.toSorted())
})

test('what related notes are tagged with counts in it where the text names it', () => {
  const related = [{ tags: ['茶葉', '用後'], score: 0.8 }]
  expect(suggestTags({ title: '', text: tea, related })).toEqual(['茶葉'])
})

test('tags that a text came with are first, in the spelling of the vocabulary, and others fill up', () => {
  const text = 'The sea rises. The sea falls.'
  const declared = ['#Beekeeping', 'winter/feeding', 'Banking', '…', 'beekeeping']
  expect(suggestTags({ title: 'Tides', text, declared, related: [], vocabulary })).toEqual([
    'beekeeping',
    'winter/feeding',
    'finance',
    'ocean',
  ])
  expect(suggestTags({ title: 'Honey bees', text: 'Honey bees dance.', declared: ['a'], related: [] })).toEqual(['a'])
  const many = Array.from({ length: 50 }, (_, place) => `t${place}`)
  expect(suggestTags({ title: 'Tides', text, declared: many, related: [], vocabulary })).toEqual(many.slice(0, 20))
})

test('the file is looked for in the registry, then where Datacore has it', async () => {
  const { ports, write } = await knowledgeSpace()
  expect((await readTagVocabulary(ports.paths)).topics.size).toBe(0)
  await write('.datacore/tags.yaml', 'domains: {old: {}}')
  expect([...(await readTagVocabulary(ports.paths)).topics.keys()]).toEqual(['old'])
  await write('.datacore/registry/tags.yaml', 'domains: {new: {}}')
  expect([...(await readTagVocabulary(ports.paths)).topics.keys()]).toEqual(['new'])
  await write('.datacore/registry/tags.yaml', 'domains: [')
  expect((await readTagVocabulary(ports.paths)).findings).toMatchObject([{ code: 'KNOWLEDGE_TAGS_UNREADABLE' }])
})

test.each(['', '- a', '5', 'domains: 7', 'domains: {"": {}, "::": {}}', 'validation: [x]'])(
  '%j is an empty vocabulary',
  (text) => {
    expect(parseTagVocabulary(text, 'tags.yaml')).toEqual({ topics: new Map(), variants: new Map(), findings: [] })
  },
)
