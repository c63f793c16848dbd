import { type Fields, fieldsOf, listOf, objectsOf, textOf } from '../fields.ts'

// https://docs.slack.dev/reference/block-kit/blocks
/** The words of blocks as Slack writes texts, for messages that have no text of their own. */
export function blocksText(blocks: unknown): string | undefined {
  return textOf(
    objectsOf(blocks)
      .map(blockText)
      .filter((text) => text.trim() !== '')
      .join('\n'),
  )
}

function blockText(block: Fields): string {
  const type = textOf(block['type'])
  if (type === 'actions') return ''
  if (type === 'rich_text') return objectsOf(block['elements']).map(richText).join('\n')
  const shown = [block['text'], ...listOf(block['fields']), ...(type === 'context' ? listOf(block['elements']) : [])]
  return shown.flatMap((part) => textOf(part) ?? textOf(fieldsOf(part)?.['text']) ?? []).join('\n')
}

function richText(element: Fields): string {
  const type = textOf(element['type'])
  const parts = objectsOf(element['elements'])
  if (type === 'rich_text_list') return parts.map((item) => `- ${richText(item)}`).join('\n')
  if (parts.length === 0) return inline(element)
  const text = parts.map(inline).join('')
  return type === 'rich_text_preformatted' ? `\`\`\`\n${text}\n\`\`\`` : text
}

/** As Slack writes it in a text, which is then read like any other. */
function inline(element: Fields): string {
  const text = textOf(element['text'])
  const url = textOf(element['url'])
  if (url !== undefined) return text === undefined ? `<${url}>` : `<${url}|${text}>`
  const user = textOf(element['user_id'])
  if (user !== undefined) return `<@${user}>`
  const range = textOf(element['range'])
  if (range !== undefined) return `<!${range}>`
  const channel = textOf(element['channel_id'])
  if (channel !== undefined) return `<#${channel}>`
  const emoji = element['type'] === 'emoji' ? textOf(element['name']) : undefined
  if (emoji !== undefined) return `:${emoji}:`
  return typeof element['text'] === 'string' ? escaped(element['text']) : ''
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
