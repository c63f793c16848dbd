import { decodeText } from '@datacortex/content'
import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import type { SubAgentInput } from '@datacortex/plugin'
import { fileError } from './errors.ts'

const brokenShare = 0.005

/** The text of a file. `input`: its bytes, and the encoding that its server declared. */
export function fileText({ name, bytes, charset: declared }: SubAgentInput) {
  const { text, charset } = decodeText(bytes, { charset: declared })
  if (text.includes('\0')) throw fileError('FILE_BINARY', { name, reason: 'it has NUL characters' })
  const broken = text.match(/\ufffd/g)?.length ?? 0
  if (broken > Math.max(2, text.length * brokenShare))
    throw fileError('FILE_BINARY', { name, reason: `${broken} characters fit no encoding` })
  const isGuessed = charset === 'windows-1252' && declared === undefined
  if (isGuessed && isForeign(text))
    throw fileError('FILE_BINARY', { name, reason: 'its letters are in an encoding that it does not declare' })
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(/^\ufeff/, '')
  if (broken > 0) return { text: lines, findings: [brokenFinding(name, broken)] }
  return { text: lines, findings: isGuessed ? [guessedFinding(name)] : [] }
}

const mostForeign = 20
const foreignShare = 0.4

/** Whether what was read as windows-1252 is none: bytes that it has no sign for, or hardly any letter of the alphabet. */
function isForeign(text: string): boolean {
  const controls = text.match(/[\u0080-\u009F]/g)?.length ?? 0
  if (controls > Math.max(2, text.length * brokenShare)) return true
  const foreign = text.match(/[^\0-\u007F]/g)?.length ?? 0
  return foreign > mostForeign && foreign > (text.match(/\S/g)?.length ?? 0) * foreignShare
}

function brokenFinding(subject: string, count: number): Finding {
  return warningFinding('FILE_CHARACTERS_BROKEN', subject, {
    message: `${count} characters were broken and are shown as \ufffd.`,
    hint: 'Save the file as UTF-8 from the program that made it.',
  })
}

function guessedFinding(subject: string): Finding {
  return infoFinding('FILE_ENCODING_GUESSED', subject, {
    message: 'It is no UTF-8; it was read as windows-1252.',
    hint: 'If letters look wrong, save the file as UTF-8.',
  })
}
