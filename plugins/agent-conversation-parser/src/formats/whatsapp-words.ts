/** Words of WhatsApp itself among the messages, in the languages in which its exports are common. */

/** A picture, a sound or a file that was not exported. */
export const media: RegExp =
  /^(?:<[^<>]{0,20}(?:omitted|ausgeschlossen|weggelassen|omis|omitid[oa]s?|ocult[oa]s?|omess[io]|weggelaten|pominięto|utelatt|udeladt|gizlendi|пропущен[оы]?)>|(?:image|video|audio|sticker|GIF|document|Contact card) omitted|(?:Bild|Video|Audio|Sticker|GIF|Dokument) weggelassen|(?:image|vidéo|audio|document|sticker|GIF) (?:absente?|omise?)|(?:imagen|Video|audio|documento|sticker|GIF) omitid[oa])$/i

/** A message that its author took back. */
export const deleted: RegExp =
  /^(?:This message was deleted|You deleted this message|Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht|Ce message a été supprimé|Vous avez supprimé ce message|Se eliminó este mensaje|Este mensaje fue eliminado|Eliminaste este mensaje|Mensagem apagada|Esta mensagem foi apagada|Questo messaggio è stato eliminato|Dit bericht is verwijderd)\.?$/i

/** Behind a message that was changed later. */
export const edited: RegExp =
  /\s*<(?:This message was edited|Diese Nachricht wurde bearbeitet|Ce message a été modifié|Se editó este mensaje|Mensagem editada|Questo messaggio è stato modificato|Dit bericht is bewerkt)>\s*$/i

/** The first message of every chat, which phones of Apple write in the name of the chat. */
export const encryption: RegExp =
  /end-to-end encrypted|Ende-zu-Ende-verschlüsselt|chiffrés? de bout en bout|cifrad[oa]s de extremo a extremo|criptografia de ponta a ponta|crittografia end-to-end|end-to-end versleuteld/i
