import type { PiiValue } from './euro-pii-gen.ts';
import { generatePii } from './euro-pii-gen.ts';

/** What a person says turn by turn, and each value of a person in it. */
export interface PersonalConversation {
  readonly language: string;
  readonly turns: readonly string[];
  readonly values: readonly { readonly entity: PiiValue['entity']; readonly value: string }[];
}

/** Parts one turn from the next. */
const next = '\n\n%%\n\n';

/** Conversations about customers, tenants and patients; the last turn comes back to the person of the first. */
const templates: Readonly<Record<string, readonly string[]>> = {
  it: [
    `Buongiorno, mi chiamo {PERSON}, sono nato il {DATE_OF_BIRTH} e il mio codice fiscale è {NATIONAL_ID.it}. Mi scriva a {EMAIL}.${next}Ecco la mail: «Gentile Sig.ra {PERSON.family}, il bonifico va su {IBAN}. La targa è {PLATE.it}.\nCordiali saluti,\n{PERSON}»${next}{"clienti":[{"nome":"{PERSON.given}","cognome":"{PERSON.family}","telefono":"{PHONE}"}]}`,
    `Paziente: {PERSON}\nData di nascita: {DATE_OF_BIRTH}\nTelefono: {PHONE}\nEmail: {EMAIL}${next}Ieri il dottor {PERSON.family} ha parlato con {PERSON} della terapia.${next}nome;cognome;iban\n{PERSON.given};{PERSON.family};{IBAN}\n\nCarta: {CARD}`,
  ],
  de: [
    `Guten Tag, mein Name ist {PERSON}, geboren am {DATE_OF_BIRTH}, Steuer-ID {TAX_ID.de}. Schreiben Sie an {EMAIL}.${next}Die Mail lautet: „Sehr geehrter Herr {PERSON.family}, bitte überweisen Sie auf {IBAN}. Kennzeichen {PLATE.de}.\nMit freundlichen Grüßen\n{PERSON}“${next}{"kunden":[{"vorname":"{PERSON.given}","nachname":"{PERSON.family}","telefon":"{PHONE}"}]}`,
    `Patientin: {PERSON}\nGeburtsdatum: {DATE_OF_BIRTH}\nTelefon: {PHONE}\nE-Mail: {EMAIL}${next}Gestern hat Frau Dr. {PERSON.family} mit meiner Kollegin {PERSON} gesprochen.${next}vorname;nachname;iban\n{PERSON.given};{PERSON.family};{IBAN}\n\nKarte: {CARD}`,
  ],
  fr: [
    `Bonjour, je m'appelle {PERSON}, né le {DATE_OF_BIRTH}, numéro de sécurité sociale {NATIONAL_ID.fr}. Écrivez-moi à {EMAIL}.${next}Voici le courriel : « Monsieur {PERSON.family}, le virement est à faire sur {IBAN}. Immatriculation {PLATE.fr}.\nCordialement,\n{PERSON} »${next}{"clients":[{"prenom":"{PERSON.given}","nom_de_famille":"{PERSON.family}","telephone":"{PHONE}"}]}`,
    `Patient : {PERSON}\nDate de naissance : {DATE_OF_BIRTH}\nTéléphone : {PHONE}\nE-mail : {EMAIL}${next}Hier, le docteur {PERSON.family} a parlé avec {PERSON} du traitement.${next}prenom;nom;iban\n{PERSON.given};{PERSON.family};{IBAN}\n\nCarte : {CARD}`,
  ],
  es: [
    `Buenos días, me llamo {PERSON}, nacido el {DATE_OF_BIRTH}, con DNI {NATIONAL_ID.es}. Escríbame a {EMAIL}.${next}El correo dice: «Estimado Sr. {PERSON.family}: la transferencia va a {IBAN}. Matrícula {PLATE.es}.\nUn saludo,\n{PERSON}»${next}{"clientes":[{"nombre":"{PERSON.given}","apellidos":"{PERSON.family}","telefono":"{PHONE}"}]}`,
    `Paciente: {PERSON}\nFecha de nacimiento: {DATE_OF_BIRTH}\nTeléfono: {PHONE}\nCorreo: {EMAIL}${next}Ayer la doctora {PERSON.family} habló con {PERSON} del tratamiento.${next}nombre;apellidos;iban\n{PERSON.given};{PERSON.family};{IBAN}\n\nTarjeta: {CARD}`,
  ],
  en: [
    `Hello, my name is {PERSON}, born on {DATE_OF_BIRTH}, passport {PASSPORT.en}. Write to {EMAIL}.${next}This is the mail: "Dear Mr {PERSON.family}, please pay to {IBAN}. The plate is {PLATE.en}.\nKind regards,\n{PERSON}"${next}{"customers":[{"first_name":"{PERSON.given}","last_name":"{PERSON.family}","phone":"{PHONE}"}]}`,
    `Patient: {PERSON}\nDate of birth: {DATE_OF_BIRTH}\nPhone: {PHONE}\nEmail: {EMAIL}${next}Yesterday Dr {PERSON.family} spoke with {PERSON} about the treatment.${next}first_name;last_name;iban\n{PERSON.given};{PERSON.family};{IBAN}\n\nCard: {CARD}`,
  ],
};

/** Ten conversations in each of five languages, from a seed. */
export function personalConversations(seed: number): readonly PersonalConversation[] {
  return generatePii(templates, { seed, count: 10 }).map(({ language, text, values }) => {
    const [first] = values;
    const known = text.slice(first?.start, first?.end);
    const turns = [...text.split(next.trim()).map((turn) => turn.trim()), `${known}? ${known.toLowerCase()}!`];
    return {
      language,
      turns,
      values: values.map(({ entity, start, end }) => ({ entity, value: text.slice(start, end) })),
    };
  });
}
