import { testManifest, testSubAgentPlugin } from '@datacortex/testkit'
import { directory, docx, epub, file } from './__fixtures__/extract.ts'
import { sampleDocx, sampleEpub, zipOf } from './__fixtures__/sample-archives.ts'
import { note, org, page, vtt } from './__fixtures__/sample-texts.ts'
import { plugin } from './plugin.ts'

testManifest(directory)
testSubAgentPlugin(plugin, {
  directory,
  inputs: [
    file('text/markdown', 'note.md', note),
    file('text/plain', 'plain.txt', 'Title\n\nA text with \u{E0041}hidden letters.'),
    file('text/html', 'page.html', page),
    file('text/html', 'part.html', '<h2>Part</h2><p>Only a part.</p>'),
    file('text/csv', 'ports.csv', 'port;height\nCuxhaven;3,3\n"Saint | Malo";"12\n2"\n'),
    file('text/tab-separated-values', 'ports.tsv', 'port\theight\nCuxhaven\t3.3\n'),
    file('text/org', 'tides.org', org),
    file('text/vtt', 'talk.vtt', vtt),
    file('application/x-subrip', 'talk.srt', '1\n00:00:01,000 --> 00:00:02,000\n<i>The sea</i>\n'),
    file(
      'application/json',
      'data.json',
      '{"title": "Ports", "list": [{"a": 1}, {"a": 2}], "deep": {"x": [1, "<b>"]}}',
    ),
    file('application/x-ndjson', 'data.ndjson', '{"a": 1}\n{"a": 2}\nbroken\n'),
    file(epub, 'book.epub', sampleEpub()),
    file(docx, 'tides.docx', sampleDocx()),
  ],
  refused: [file('application/pdf', 'a.pdf', '%PDF-1.4'), file('application/zip', 'a.zip', zipOf({ a: 'b' }))],
  broken: [
    file('application/json', 'bad.json', '{"a": '),
    file('application/x-ndjson', 'bad.ndjson', 'a\nb'),
    file(epub, 'bad.epub', 'PK no archive'),
    file(docx, 'bad.docx', sampleDocx().slice(0, 200)),
    file('text/vtt', 'bad.vtt', 'WEBVTT\n\nno times'),
    file('text/plain', 'bad.txt', 'a\0b'),
    file('text/plain', 'blank.txt', ' \n \u200B\n'),
  ],
})
