import { notesTexts as said } from '../texts/notes.ts'

type ShowOptions = {
  readonly load: (path: string, signal: AbortSignal) => Promise<Blob>
  /** Aborted when the note is left. */
  readonly signal: AbortSignal
}

/**
 * Puts the files of a rendered note where they belong: a picture is shown once it is near, a sound when it is asked for, anything
 * else is saved, never opened as a page.
 */
export function showFiles(within: Element, { load, signal }: ShowOptions): void {
  for (const place of within.querySelectorAll<HTMLElement>('[data-file]')) {
    const path = place.dataset['file'] ?? ''
    const name = place.textContent
    delete place.dataset['file']
    const fail = (error: unknown): void => {
      if (signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      const textContent = `${said.fileFailed(name)} ${reason}`
      place.replaceWith(Object.assign(document.createElement('span'), { className: 'unresolved', textContent }))
    }
    const address = async (): Promise<string> => {
      const url = URL.createObjectURL(await load(path, signal))
      signal.addEventListener('abort', () => URL.revokeObjectURL(url))
      return url
    }
    const isEmbedded = place.localName === 'span'
    if (isEmbedded && /\.(?:avif|bmp|gif|jpe?g|png|webp)$/i.test(path)) {
      whenNear(place, signal, async () => {
        const image = Object.assign(document.createElement('img'), { src: await address(), alt: name })
        await image.decode()
        place.replaceChildren(image)
      }).catch(fail)
      continue
    }
    const isSound = isEmbedded && /\.(?:flac|m4a|mp3|ogg|opus|wav)$/i.test(path)
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'plain' })
    button.textContent = name
    button.setAttribute('aria-label', isSound ? said.listen(name) : said.saveFile(name))
    const press = async (): Promise<void> => {
      button.disabled = true
      const src = await address()
      button.disabled = false
      const download = path.slice(path.lastIndexOf('/') + 1)
      if (!isSound) return Object.assign(document.createElement('a'), { href: src, download }).click()
      const sound = Object.assign(document.createElement('audio'), { controls: true, src })
      sound.setAttribute('aria-label', name)
      place.replaceChildren(sound)
    }
    button.addEventListener('click', () => void press().catch(fail))
    place.replaceChildren(button)
  }
}

/** A note may have more pictures than anybody scrolls to. */
async function whenNear(place: Element, signal: AbortSignal, show: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting === true && resolve(), {
    rootMargin: '600px',
  })
  observer.observe(place)
  signal.addEventListener('abort', () => observer.disconnect())
  await promise
  observer.disconnect()
  await show()
}
