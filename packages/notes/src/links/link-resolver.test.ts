import { expect, test } from 'vitest'
import { LinkResolver, findLabelFirst } from './link-resolver.ts'

const paths = [
  'Bee.md',
  'a/Hive.md',
  'a/b/Hive.md',
  'c/Hive.md',
  'c/d/Wax.md',
  'c/note.with.dots.md',
  'org/tasks.org',
  'e/Café.md',
]
const resolver = new LinkResolver([
  ...paths.map((path) => ({ path })),
  { path: 'c/Honey.md', aliases: ['Sweet Stuff', 'Bee', 'id:7f'] },
])
const wiki = (target: string, from = 'x.md') => resolver.resolve(from, { target, syntax: 'wiki' })
const markdown = (target: string, from = 'x.md') => resolver.resolve(from, { target, syntax: 'markdown' })

test('names, paths and endings, without regard to case and Unicode form', () => {
  expect(wiki('bee')).toBe('Bee.md')
  expect(wiki('Bee.md')).toBe('Bee.md')
  expect(wiki('d/wax')).toBe('c/d/Wax.md')
  expect(wiki('c/d/Wax.md')).toBe('c/d/Wax.md')
  expect(wiki('/c/d/Wax')).toBe('c/d/Wax.md')
  expect(wiki('note.with.dots')).toBe('c/note.with.dots.md')
  expect(wiki('tasks')).toBe('org/tasks.org')
  expect(wiki('CAFE\u0301')).toBe('e/Café.md')
})

test('what leads nowhere stays so', () => {
  for (const target of ['Missing', 'x/Bee', '../Bee', 'ax', 'Bee.png', ''])
    expect([target, wiki(target)]).toEqual([target, undefined])
  expect(wiki('../../../../etc/passwd', 'a/b/x.md')).toBeUndefined()
})

test('of several notes the nearest is meant, then the one with the shortest path, and the others are counted', () => {
  expect(wiki('Hive', 'a/b/x.md')).toBe('a/b/Hive.md')
  expect(wiki('Hive', 'a/x.md')).toBe('a/Hive.md')
  expect(wiki('Hive', 'c/d/x.md')).toBe('c/Hive.md')
  expect(resolver.resolveDetailed('x.md', { target: 'Hive', syntax: 'wiki' })).toEqual({ path: 'a/Hive.md', others: 2 })
  expect(wiki('b/Hive', 'c/x.md')).toBe('a/b/Hive.md')
})

test('relative links go by the folder of the note, and Markdown links by the root or name after that', () => {
  expect(wiki('./Hive', 'c/x.md')).toBe('c/Hive.md')
  expect(wiki('../Bee', 'c/x.md')).toBe('Bee.md')
  expect(wiki('../Wax', 'c/x.md')).toBeUndefined()
  expect(markdown('Hive.md', 'c/x.md')).toBe('c/Hive.md')
  expect(markdown('d/Wax.md', 'c/x.md')).toBe('c/d/Wax.md')
  expect(markdown('c/d/Wax.md', 'a/x.md')).toBe('c/d/Wax.md')
  expect(markdown('Wax.md', 'a/x.md')).toBe('c/d/Wax.md')
})

test('an alias counts where no name does', () => {
  expect(wiki('sweet stuff')).toBe('c/Honey.md')
  expect(wiki('Bee')).toBe('Bee.md')
  expect(resolver.resolve('org/tasks.org', { target: 'id:7F', syntax: 'org' })).toBe('c/Honey.md')
})

test('a page with a namespace is found by its name, and by that alone', () => {
  const pages = ['pages/Project___Sub.md', 'pages/Area%2FGarden.md', 'pages/What%3F.md', 'pages/100%25 or 5%.md']
  const logseq = new LinkResolver([...pages, 'pages/Project___Own.md', 'Project/Own.md'].map((path) => ({ path })))
  const find = (target: string) => logseq.resolve('journals/x.md', { target, syntax: 'wiki' })
  expect(['project/sub', 'Project___Sub', 'Area/Garden', 'What?'].map(find)).toEqual([pages[0], ...pages.slice(0, 3)])
  expect(['Sub', 'Garden', 'pages/Project/Sub', 'Project'].map(find)).toEqual(Array(4).fill(undefined))
  expect(find('Project/Own')).toBe('Project/Own.md')
  expect(find('100%25 or 5%')).toBe(pages[3])
})

test('a vault that writes labels first is recognised, also beside one that does not', () => {
  const notes = [
    { path: 'dendron/guide.md', links: [] },
    { path: 'dendron/guide.start.md', links: [] },
    {
      path: 'dendron/root.md',
      links: [
        { target: 'guide', alias: 'guide.start#first', syntax: 'wiki' as const },
        { target: 'Start here', alias: 'dendron://dendron.site/guide.start', syntax: 'wiki' as const },
        { target: 'here', alias: 'guide', syntax: 'wiki' as const },
      ],
    },
    { path: 'vault/Guide.md', links: [{ target: 'Missing', alias: 'guide', syntax: 'wiki' as const }] },
    { path: 'vault/Home.md', links: [{ target: 'Guide', alias: 'the guide', syntax: 'wiki' as const }] },
  ]
  const labelFirst = findLabelFirst(notes)
  expect([...labelFirst]).toEqual(['dendron'])
  const mixed = new LinkResolver(notes, { labelFirst })
  const all = notes.flatMap(({ path, links }) => links.map((link) => mixed.resolve(path, link)))
  expect(all).toEqual([
    'dendron/guide.start.md',
    'dendron/guide.start.md',
    'dendron/guide.md',
    undefined,
    'vault/Guide.md',
  ])
})

test('links among very many notes of which many have one name are found', () => {
  const many = Array.from({ length: 1000 }, (_, n) => ({
    path: `f${n % 500}/${n % 3 === 0 ? `g${n}/README` : `n${n}`}.md`,
  }))
  const large = new LinkResolver(many)
  let found = 0
  for (const { path } of many)
    for (const target of ['README', 'n100'])
      if (large.resolve(path, { target, syntax: 'wiki' }) !== undefined) found += 1
  expect(found).toBe(2000)
})
