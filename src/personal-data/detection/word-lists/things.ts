/**
 * Things that have names of people, in five languages: furniture, dishes, vehicles, ships, storms, machines, files, works.
 * Written for this detector.
 */
export const things = `lamp sofa couch armchair stool desk bed mattress wardrobe bookcase dresser rug carpet curtain cushion pillow
  duvet mirror vase teapot saucepan kettle toaster blender mixer fridge freezer oven stove cooker dishwasher
  microwave vacuum backpack handbag suitcase jacket coat dress skirt blouse shirt sweater jeans sandal sandals
  boots sneaker perfume lipstick shampoo candle doll teddy bicycle bike scooter motorcycle tractor caravan van
  yacht ferry boat vessel frigate cruiser submarine locomotive aircraft airplane glider satellite probe comet
  asteroid crater hurricane storm typhoon cyclone wildfire laptop printer router scanner tablet smartphone
  smartwatch projector robot drone cluster database queue bucket container playbook workbook spreadsheet
  worksheet font typeface keyboard apple potato tomato cultivar variety cake pie tart sandwich salad soup sauce
  cocktail smoothie wine beer cheese bread pizza pasta restaurant diner bakery bistro pub inn lodge hostel motel
  villa chalet cottage cafe beach trail bridge dam canyon quarter opera musical ballet novel movie sitcom
  podcast song hymn ballad painting statue divano
  poltrona sedia sgabello lampada scrivania letto materasso armadio libreria credenza tappeto tenda cuscino
  specchio vaso teiera pentola padella frullatore frigorifero forno lavatrice aspirapolvere zaino borsa valigia
  giacca cappotto vestito gonna camicetta camicia maglione sandalo scarpa stivale profumo candela bambola
  bicicletta bici trattore nave traghetto barca veliero fregata sottomarino locomotiva treno aereo sonda cometa
  cratere uragano tempesta ciclone stampante portatile servizio cartella mela patata pomodoro torta crostata
  focaccia piadina insalata zuppa salsa vino birra formaggio pane trattoria osteria pizzeria ristorante locanda
  agriturismo panificio pasticceria spiaggia ponte commedia romanzo canzone quadro statua tavolo fauteuil canapé
  chaise tabouret bureau lit matelas armoire bibliothèque buffet tapis rideau coussin miroir théière casserole
  poêle mixeur frigo réfrigérateur four aspirateur sac valise veste manteau robe jupe chemisier chemise pull
  chaussure botte bougie poupée vélo trottinette tracteur navire bateau paquebot voilier frégate sous-marin
  train avion comète cratère ouragan tempête imprimante ordinateur fichier feuille dossier pomme poire tarte
    quiche tourte gratin
  gâteau galette salade soupe vin bière fromage pain auberge brasserie gîte boulangerie pâtisserie plage pont
  opéra comédie série chanson tableau table étagère commode sofá sillón silla taburete lámpara mesa escritorio
  cama colchón armario librería alfombra cortina cojín espejo jarrón tetera olla sartén batidora nevera
  frigorífico horno lavadora aspiradora mochila bolso maleta chaqueta abrigo vestido falda blusa camisa jersey
  sandalia zapato bota vela muñeca bicicleta patinete buque barco ferri velero fragata submarino locomotora tren
  avión cráter huracán tormenta borrasca ciclón impresora ordenador portátil archivo fichero carpeta hoja
  manzana tarta pastel ensalada sopa cerveza queso pan taberna bodega mesón hostal panadería pastelería playa
  puente ópera comedia novela película canción cuadro estatua estantería eggs omelette omelet steak beef chicken
  peach melba crêpe crêpes crepe crepes œufs pêches pesche melocotón huevos tortilla croquetas mousse risotto
  tiramisù ragù ragoût gratin parfait sorbet sundae purée filet fillet lasagne
  lasagna chutney`;

/** The same in German, where a word may end with them: "Stehlampe". */
export const germanThings = `sessel stuhl hocker lampe leuchte tisch regal schrank bett matratze kommode teppich
  vorhang kissen decke
  spiegel kanne topf pfanne kühlschrank herd backofen staubsauger rucksack tasche koffer jacke mantel kleid rock
  bluse hemd pullover hose sandale stiefel schuh parfum kerze puppe fahrrad roller traktor wohnwagen fähre boot
  schiff fregatte kreuzer dampfer lok lokomotive zug flugzeug sonde komet krater orkan sturm sturmtief tief hoch
  wirbelsturm drucker rechner roboter server dienst datei tabelle ordner schriftart apfel apfelsorte kartoffel
  kartoffelsorte sorte tomate torte kuchen salat suppe soße wein sekt käse brot nudeln gasthof gasthaus pension
  ferienwohnung hütte bäckerei strand brücke oper ballett roman krimi film serie lied ballade gemälde modell
  orgel glocke kanone krippe kita kindergarten apotheke klopse kranz schnitten schnitzel knödel filet`;

/** Ships and animals: a full name behind one is theirs too. */
export const bearersOfNames = `ship ferry tug tugboat yacht trawler freighter tanker frigate cruiser steamer steamship
  schooner lifeboat submarine liner barge vessel boat boot gelding stallion colt filly foal pony racehorse horse dog
  puppy cat kitten cow parrot schiff fähre frachter schlepper tanker dampfer fregatte kreuzer kutter
  jacht yacht barkasse stute wallach hengst fohlen pony hund hündin katze kater kuh papagei nave traghetto
  rimorchiatore motonave peschereccio veliero fregata petroliera cavallo cavalla puledro puledra giumenta cane
  cagnolina gatto gatta mucca pappagallo navire bateau ferry remorqueur paquebot chalutier voilier frégate
  pétrolier cheval jument poulain pouliche étalon hongre chien chienne vache perroquet buque barco ferri
  remolcador pesquero carguero velero fragata petrolero caballo yegua potro potra perro perra gato gata vaca`;

/** Flowers and herbs that are names of people too: in a row of them, or where one gardens, they are plants. */
export const plants = `heather rosemary jasmine iris lily daisy violet rose ivy poppy holly olive hazel fern myrtle
  primrose basil sage ginger marigold camellia dahlia azalea magnolia laurel juniper saffron clover angelica lavender
  veronica amaryllis zinnia begonia gardenia lilac tulip petunia hyacinth willow linden rosmarie jasmin erika heide
  viola veilchen flieder dahlie lilie margerite narzisse nelke melisse margherita ortensia dalia giglio rosa
  gelsomino camelia mimosa ginestra genziana primula gardenia edera lavanda margarita violeta azucena hortensia
  jazmín lirio dalia rosa camelia amapola romero azalea narciso verbena marguerite capucine violette hortense
  hortensia iris rose jasmin églantine anémone pervenche bruyère muguet jacinthe narcisse lilas`;

/** Names of columns and fields in which goods, places and services stand, and no people. */
export const headsOfThings = `product products item items article articles brand model category color colour region country city town location
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
  tratamiento medicamento ruta transportista barco caballo section sections subject course module building
  property house apartment
  company employer organisation organization firm supplier vendor institution clinic hospital school university
  bank airport domain host server file filename firma firmenname unternehmen arbeitgeber lieferant klinik
  krankenhaus flughafen datei dateiname azienda ditta impresa sociale denominazione fornitore datore banca
  aeroporto comune entreprise société employeur fournisseur organisme établissement banque aéroport garantie
  commune fichier empresa empleador proveedor organización banco aeropuerto municipio archivo fichero
  option edition collection wing ward sparte rubrik fach gebäude wohnung haus wahlfach ausgabe station sezione
  immobile edificio
  appartamento materia edizione collana matière immeuble bâtiment logement édition sección asignatura edificio
  vivienda
  inmueble edición colección`;
