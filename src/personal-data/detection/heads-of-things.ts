import { WordTable } from './word-table.ts';

/** Names of columns and fields in which goods, places and services stand, and no people. Written for this detector. */
export const headsOfThings = new WordTable(
  new Map(
    `product products item items article articles brand model category color colour region country city town location
  site warehouse branch store shop department project vehicle car dish recipe hotel destination station produkt
  produkte artikel marke modell kategorie farbe land stadt ort standort lager filiale laden abteilung projekt
  fahrzeug auto gericht rezept reiseziel bahnhof werk ware prodotto prodotti articolo articoli marca modello
  categoria colore regione paese città luogo sede magazzino filiale negozio reparto progetto veicolo piatto
  ricetta albergo destinazione stazione produit produits article marque modèle catégorie couleur région pays
  ville lieu dépôt entrepôt agence magasin service projet véhicule plat recette hôtel gare producto productos
  artículo artículos modelo categoría color región país ciudad lugar almacén sucursal tienda departamento
  proyecto vehículo coche plato receta estación
  theme themes font room hall auditorium suite venue plan tariff fare printer device equipment tool machine
  appliance talk diet ship vessel horse diagnosis therapy medication drug thema schriftart raum zimmer saal halle
  tarif paket drucker gerät werkzeug maschine objekt diagnose therapie medikament kurs schiff pferd versand tema
  sala aula tariffa polizza stampante apparato dispositivo macchina sede corso diagnosi terapia farmaco squadra
  nave corriere thème salle amphi forfait formule imprimante appareil matériel outil cours diagnostic traitement
  médicament transporteur navire habitación tarifa impresora aparato equipo herramienta máquina curso diagnóstico
  tratamiento medicamento ruta transportista barco caballo`
      .split(/\s+/)
      .map((word) => [word, 1] as const),
  ),
);
