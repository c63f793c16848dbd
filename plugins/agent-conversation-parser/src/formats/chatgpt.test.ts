import { expect, test } from 'vitest'
import { extract, turnsOf } from '../__fixtures__/extract.ts'
import { json } from '../__fixtures__/samples.ts'

type Message = Readonly<Record<string, unknown>>

/** A conversation of one branch, with the fields that exports of 2025 and 2026 have. */
async function spoken(messages: readonly Message[]): Promise<readonly string[]> {
  const nodes = messages.map((message, index) => ({
    id: `n${index}`,
    parent: index === 0 ? 'root' : `n${index - 1}`,
    children: [`n${index + 1}`],
    message: {
      id: `n${index}`,
      status: 'finished_successfully',
      weight: 1,
      recipient: 'all',
      channel: null,
      ...message,
    },
  }))
  const root = { id: 'root', parent: null, children: ['n0'], message: null }
  const mapping = Object.fromEntries([root, ...nodes].map((node) => [node.id, node]))
  const { documents } = await extract(json([{ title: 'x', mapping, current_node: nodes.at(-1)?.id }]))
  return documents.flatMap(turnsOf).map(({ speaker, text }) => `${speaker}: ${text}`)
}

const text = (role: string, said: string, metadata: object = {}): Message => ({
  author: { role, name: null, metadata: {} },
  content: { content_type: 'text', parts: [said] },
  metadata,
})

test('names that are written as marks are words, references to sources are none', async () => {
  const city = '\ue200entity\ue202["city","Porto","on the Douro"]\ue201'
  const cite = '\ue200cite\ue202turn0search1\ue202turn0news4\ue201'
  const link = '\ue200glossary\ue202ebb\ue201'
  const content_references = [
    { matched_text: ' ', alt: '', type: 'sources_footnote' },
    { matched_text: cite, alt: '([Tides](https://a.example/))', type: 'grouped_webpages' },
    { matched_text: link, alt: 'ebb tide', type: 'glossary' },
  ]
  expect(await spoken([text('assistant', `In ${city} the ${link} is late ${cite}.`, { content_references })])).toEqual([
    'ChatGPT: In Porto the ebb tide is late .',
  ])
})

test('brackets of East Asia stay, unless they are a reference', async () => {
  const said = '【1日目】海へ【12†L3-L9】と【2】山へ【oaicite:4】:contentReference[oaicite:4]{index=4}'
  expect(await spoken([text('assistant', said)])).toEqual(['ChatGPT: 【1日目】海へと【2】山へ'])
})

test('a voice is its transcript, once', async () => {
  const said = (role: string, words: string, recording: object): Message => ({
    author: { role },
    content: {
      content_type: 'multimodal_text',
      parts: [{ content_type: 'audio_transcription', text: words, direction: 'in', decoding_id: null }, recording],
    },
    metadata: { voice_mode_message: true },
  })
  const live = { content_type: 'real_time_user_audio_video_asset_pointer', frames_asset_pointers: [] }
  const recording = { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_1', format: 'wav' }
  expect(
    await spoken([
      said('user', 'is the bridge open', { ...live, video_container_asset_pointer: null }),
      said('assistant', 'until noon', recording),
      said('user', 'and this one', { ...live, frames_asset_pointers: ['sediment://file_2'] }),
      said('user', '', recording),
    ]),
  ).toEqual(['User: is the bridge open', 'ChatGPT: until noon', 'User: and this one\n\n[video]', 'User: [audio]'])
})

test('a picture is named once, other files stay', async () => {
  const picture = { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1', width: 9, height: 9 }
  const message = {
    author: { role: 'user' },
    content: { content_type: 'multimodal_text', parts: [picture, 'what is it'] },
    metadata: {
      attachments: [
        { name: 'IMG_1.jpeg', mime_type: 'image/jpeg' },
        { name: 'chart.PNG', mime_type: null },
        { name: 'tides.pdf', mime_type: 'application/pdf' },
      ],
    },
  }
  expect(await spoken([message])).toEqual(['User: [image]\n\nwhat is it\n\n[file: tides.pdf]'])
})

test('what was written on the canvas was written for the person; how is a matter of the tool', async () => {
  const call = (recipient: string, input: unknown, more: object = {}): Message => ({
    author: { role: 'assistant' },
    content: { content_type: 'code', language: 'json', text: JSON.stringify(input) },
    recipient,
    channel: 'commentary',
    ...more,
  })
  expect(
    await spoken([
      text('user', 'write it down'),
      { author: { role: 'assistant' }, content: { content_type: 'reasoning_recap', content: 'Thought for 23s' } },
      call('canmore.create_textdoc', { name: 'Log', type: 'document', content: '# Log\n\nHigh water.' }),
      {
        ...text('tool', 'Successfully created text document'),
        author: { role: 'tool', name: 'canmore.create_textdoc' },
      },
      call('canmore.update_textdoc', { updates: [{ pattern: 'High', multiple: false, replacement: 'Low' }] }),
      call('canmore.update_textdoc', { updates: [{ pattern: '.*', multiple: false, replacement: 'All new.' }] }),
      call('canmore.comment_textdoc', { comments: [{ pattern: 'new', comment: 'unwanted' }] }),
      call('canmore.create_textdoc', { name: 'run', type: 'code/python', content: 'print(1)' }),
      call('canmore.create_textdoc', 'broken'),
      call('bio', { content: 'unwanted memory' }),
      { ...text('assistant', 'unwanted'), metadata: { is_visually_hidden_from_conversation: true }, weight: 0 },
      text('assistant', 'There it is.'),
    ]),
  ).toEqual([
    'User: write it down',
    'ChatGPT: [canvas: Log]\n\n### Log\n\nHigh water.',
    'ChatGPT: [canvas]\n\nAll new.',
    'ChatGPT: [canvas: run]\n\n```\nprint(1)\n```',
    'ChatGPT: There it is.',
  ])
})
