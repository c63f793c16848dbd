import { join, relative, sep } from 'node:path'
import { CodedError, whenCoded } from '@datacortex/errors'
import type { NamedSpeech, ResearchPorts } from '@datacortex/research'
import type { Settings, SpacePaths, WritesBroker } from '@datacortex/platform'
import type { DiscoveredModule } from '@datacortex/modules'
import type { Work } from '../work.ts'

type SpeakerOptions = {
  readonly modules: readonly DiscoveredModule[]
  readonly settings: Settings
  readonly broker: Pick<WritesBroker, 'write'>
}

/** Speaks a script into a file of the space with the voices that the settings name; clips are kept in the cache. */
export function scriptSpeaker(work: Work, { modules, settings, broker }: SpeakerOptions): ResearchPorts['speak'] {
  const { paths } = work
  return async (turns, { path, title, language, paid, signal }) => {
    if (language === 'und') return { problems: ['there is a script and no audio: its language was not recognised'] }
    const { createPodcast } = await import('@datacortex/research')
    await using stack = new AsyncDisposableStack()
    const speech: NamedSpeech[] = []
    const refused: string[] = []
    for (const name of settings.speech) {
      const opened = await openSpeech(name, { paths, modules, settings, stack }).catch(whenCoded((error) => error))
      if (CodedError.is(opened)) refused.push([opened.message, opened.hint ?? ''].join(' ').trim())
      else if (opened !== undefined) speech.push({ name, speech: paid(opened.speech) })
    }
    if (speech.length === 0) {
      const why = refused.length > 0 ? refused.join(' ') : `${settings.speech.join(', ')} is not there`
      return { problems: [`there is a script and no audio: ${why}`] }
    }
    const out = join(paths.root, path).replace(/\.wav$/, '')
    const write = async (file: string, data: string | Uint8Array): Promise<unknown> =>
      await broker.write({ path: relative(paths.root, file).split(sep).join('/'), text: data }, { signal })
    const episode = await createPodcast(
      {
        script: { title, language, turns },
        speech,
        cacheDirectory: join(paths.cacheDirectory, 'clips'),
        out,
        formats: ['mp3', 'opus'],
        write,
      },
      { signal, onProgress: work.onProgress },
      // Such as of an agent that may write no sound: the rest of the run is as good without it.
    ).catch(whenCoded((error) => error, 'WRITES_REFUSED'))
    if (CodedError.is(episode)) return { problems: [`there is a script and no audio: ${episode.message}`] }
    const missing = [...new Set(episode.missing.map(({ reason }) => reason))]
    if (episode.status === 'script')
      return {
        problems: [
          `there is a script and no audio: ${[...missing.slice(0, 3), ...episode.remarks, ...refused].join('; ')}`,
        ],
      }
    const [file] = episode.files
    return {
      ...(file === undefined ? {} : { path: relative(paths.root, file) }),
      // Forms for which no program is installed are not missed.
      problems: [
        ...refused,
        ...episode.missing.slice(0, 3).map(({ turn, reason }) => `turn ${turn + 1} is not heard: ${reason}`),
      ],
    }
  }
}

type SpeechOptions = {
  readonly paths: SpacePaths
  readonly modules: readonly DiscoveredModule[]
  readonly settings: Settings
  readonly stack: AsyncDisposableStack
}

async function openSpeech(name: string, { paths, modules, settings, stack }: SpeechOptions) {
  const module = modules.find((one) => one.name === name)
  if (module === undefined) return undefined
  const { grantedBy, loadPlugin } = await import('@datacortex/modules')
  const plugin = stack.use(await loadPlugin(module, { paths, ...grantedBy(settings.plugins[name]) }))
  return plugin.kind === 'speech' ? { name, speech: plugin.started } : undefined
}
