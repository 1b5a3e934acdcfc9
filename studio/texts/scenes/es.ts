/** Titles and summaries of the shipped scenes in Spanish. */
import type { SceneTexts } from "../scene-texts.js";

export const scenes: SceneTexts = {
  "free-fall": ["Caída libre", "Una bola lanzada hacia arriba en ángulo: una parábola, conocida en forma cerrada"],
  "spring-mass": ["Muelle y masa", "Una masa sobre muelle y amortiguador, frente a su forma cerrada"],
  servo: [
    "Carro con servo",
    "Un carro con un regulador de fuerza limitada sigue un perfil y arrastra un remolque con un muelle",
  ],
  "flipping-body": [
    "Cuerpo que se voltea",
    "Una caja libre que gira sobre su eje medio se voltea cada 2,68 s; muchos motores no lo logran",
  ],
  pendulum: [
    "Péndulo simple (IFToMM A01)",
    "1 kg en una varilla rígida de 1 m, desde la horizontal, frente a funciones elípticas",
  ],
  "pendulum-angle": [
    "Péndulo simple, solo el ángulo",
    "La ecuación del péndulo, integrada por un regulador, sin restricciones",
  ],
  "pendulum-rigid": [
    "Péndulo simple, barra rígida (IFToMM A01)",
    "1 kg en una barra rígida de 1 m, en coordenadas naturales, frente a funciones elípticas",
  ],
  "four-bar-windows": [
    "Ventanas de cuadriláteros (IFToMM A02)",
    "Lazos cerrados que pasan por posiciones donde podrían bifurcarse, frente a una sola ecuación de movimiento",
  ],
  "andrews-squeezer": [
    "Mecanismo de Andrews (IFToMM A03)",
    "Siete cuerpos, un motor y un muelle: un mecanismo pequeño y rápido con una referencia de 16 cifras",
  ],
  bricard: ["Mecanismo de Bricard (IFToMM A04)", "Un lazo que se mueve aunque tiene una restricción de más"],
  "flyball-governor": [
    "Regulador de bolas rígido (IFToMM A05)",
    "Las bolas levantan una corredera mediante muelles muy rígidos",
  ],
  "slider-crank": [
    "Biela-manivela espacial",
    "Una manivela en torno a x mueve un bloque a lo largo de x por una biela con rótula y junta cardán",
  ],
  "rock-bucket": [
    "Rocas en la cuchara",
    "El brazo de una excavadora con lazos cerrados levanta rocas sueltas, con pasos de 5 ms",
  ],
  "large-site": [
    "Obra con muchos objetos",
    "Una hoja atraviesa filas de vallas; lo que está lejos duerme y no cuesta nada",
  ],
  excavator: [
    "Excavadora de ruedas",
    "Una máquina de 22 t que se maneja con sus palancas: pluma, balancín, cuchara, giro, marcha, dirección, hoja y estabilizadores",
  ],
  "excavator-site": [
    "Excavadora en obra",
    "Una zanja junto a tuberías enterradas, una ladera, una rampa o una calle: maneje la máquina con sus palancas",
  ],
  "truck-loading": [
    "Carga de un camión",
    "La excavadora cava, gira y llena la caja de un camión, ciclo a ciclo; vuélquela para vaciarla",
  ],
  "machine-fleet": [
    "Miniexcavadora y cargadora de ruedas",
    "Dos máquinas más a partir de archivos de parámetros: una gira con sus orugas, la otra con la articulación de sus bastidores",
  ],
  "lifting-capacity": [
    "Capacidad de elevación",
    "Una excavadora extiende el brazo con una carga hasta que se levantan sus ruedas traseras; el margen y el momento de carga dicen cuánto falta",
  ],
  "roll-over": [
    "Vuelco en una ladera",
    "Una excavadora gira una roca ladera abajo: se mantiene o vuelca según su polígono de apoyo, y lo comunica",
  ],
  "digging-bucket": [
    "Excavación de una zanja",
    "Una cuchara en un brazo accionado corta el suelo, se llena, gira y descarga: tierra que se lleva, se lanza y se amontona",
  ],
  "machine-arm": [
    "Brazo de una excavadora",
    "Catorce cuerpos y cuatro lazos cerrados, con pasos de 5 ms en una fracción del tiempo real",
  ],
  "hydraulic-arm": [
    "Brazo con circuito hidráulico",
    "Motor, bomba, válvulas y cilindros mueven pluma, balancín, cuchara y giro; cuatro funciones comparten una bomba",
  ],
  seesaw: ["Balancín", "Dos cajas en un tablón con bisagra: nivelado cuando masa por brazo es igual"],
  "hydraulic-driver": [
    "Prueba de accionamiento hidráulico",
    "Un cilindro estira un muelle hasta su fuerza máxima, lo mantiene y lo suelta a su propia velocidad",
  ],
  "gear-train": ["Tren de engranajes", "Un motor hace girar cuatro engranajes; el último mueve una cremallera"],
  "strandbeest-leg": [
    "Pata de un Strandbeest",
    "El mecanismo de lazos cerrados de Theo Jansen: una manivela que gira hace un pie que camina",
  ],
  "newtons-cradle": [
    "Cuna de Newton",
    "Bolas iguales en varillas transmiten el golpe: la última sale tan rápido como llegó la primera",
  ],
  bridge: ["Puente de tablones", "Una cadena de tablones con bisagras entre dos orillas, con una carga encima"],
  "wrecking-ball": [
    "Bola de demolición",
    "Una bola de una tonelada en una cadena de eslabones ligeros derriba un muro; la cadena no se estira",
  ],
  "ragdoll-planar": ["Muñeco en el plano", "Diez partes con bisagras y topes, soltadas sobre una escalera"],
  ragdoll: ["Muñeco en la escalera", "Diez partes con rótulas y bisagras con topes caen por un tramo de escalera"],
  "truck-planar": [
    "Camión en el plano",
    "Ruedas con suspensión, un eje motor y una caja que un cilindro hidráulico vuelca",
  ],
  truck: ["Camión", "Cuatro ruedas con suspensión, dirección, un eje motor y una caja que dos cilindros vuelcan"],
  "tyre-course": [
    "Neumáticos: circuito",
    "Aceleración sobre resaltos, un eslalon y frenado con neumáticos que deslizan según la fórmula mágica",
  ],
  conveyor: ["Cinta transportadora", "Una superficie móvil lleva cajas a su velocidad y las deja caer"],
  "tilting-table": ["Bloque en una mesa inclinable", "Sujeto sin deslizamiento lento hasta atan μ, desliza más allá"],
  "corner-spheres": [
    "Cubo con esferas en las esquinas",
    "Soltado plano, descansa sobre cuatro fuerzas iguales; inclinado, primero vuelca",
  ],
  "spring-block": [
    "Muelle, bloque y rozamiento",
    "Oscila hasta que se pega; se suelta cuando el muelle se endurece a los 10 s",
  ],
  "bowden-leben": ["Bowden–Leben", "Un bloque sobre una cinta, sujeto por un muelle: se pega y desliza"],
  "pinched-capsule": ["Cápsula pinzada", "45 g entre dos almohadillas con 12 a 60 N: no se desliza"],
  capstan: ["Cabrestante", "Una cuerda en un tambor que gira: el rozamiento multiplica el tiro por e^(μθ)"],
  "gear-pair": [
    "Par de engranajes por contacto",
    "Dientes que se empujan: la relación de transmisión resulta solo del contacto",
  ],
  "chain-drum": ["Cadena sobre un tambor", "Eslabones que se sujetan solo por contacto, colgados de un tambor"],
  "hanging-chain": [
    "Cadena colgante",
    "Eslabones con travesaño cuelgan de dos ganchos, sujetos solo por contacto, y toman la forma de la catenaria",
  ],
  "peg-in-hole": [
    "Clavija en un agujero",
    "Una clavija cuadrada entra en un agujero con una holgura de una décima de milímetro",
  ],
  "u-channel": [
    "Bola en un canal",
    "Una malla no se sustituye por su envolvente: la bola reposa en el fondo entre las paredes",
  ],
  "shaft-in-bearing": [
    "Eje en un cojinete liso",
    "Un eje con una holgura de una vigésima de milímetro gira sobre la media luna que comparte con su cojinete",
  ],
  "dovetail-slide": [
    "Guía de cola de milano",
    "Un carro sobre base y flanco a la vez avanza por su guía a velocidad constante, tirado por la fuerza de rozamiento",
  ],
  "keyed-shaft": ["Chaveta en sus chaveteros", "Una chaveta suelta lleva el par de un eje a un cubo por sus flancos"],
  "geneva-drive": [
    "Cruz de Malta por contacto",
    "Un pasador en una ranura hace girar una rueda por pasos; solo el contacto los acopla",
  ],
  "bolt-in-nut": [
    "Tornillo en una tuerca",
    "Dos roscas como mallas: girar la tuerca sube el tornillo un paso por vuelta",
  ],
  "footprint-block": [
    "Bloque en una pendiente por su huella",
    "Aguanta hasta 0,03° del ángulo de rozamiento, desliza más allá según Coulomb y se apoya en su base elástica",
  ],
  "footprint-disk": [
    "Disco que gira plano",
    "Frena de forma lineal y se detiene tras medio segundo, como un disco real; se pueden elegir leyes más antiguas",
  ],
  "footprint-cylinder": [
    "Cilindro que rueda por su huella",
    "Rueda sobre su capa elástica una milésima más lento que uno rígido, sin guiñada",
  ],
  "normal-laws": [
    "Leyes normales comparadas",
    "Cinco leyes de contacto, una restitución: hasta dónde rebotan las esferas en un suelo",
  ],
  "mesh-spheres": [
    "Esferas de malla y exactas",
    "Triángulos que se cortan rebotan como dos esferas según la ley de Flores",
  ],
  "mesh-cubes": [
    "Cubos sobre cubos",
    "Un cubo que cae rebota en su borde: elástico, amortiguado o frenado solo por rozamiento",
  ],
  "mixed-objects": ["Objetos variados en una caja", "Mallas, convexas o no, quedan en reposo con un paso de 1,5 ms"],
  "head-heap": [
    "Montón de cabezas",
    "Mallas no convexas se enganchan unas en otras, sin envolventes ni piezas convexas",
  ],
  "friction-grasp": [
    "Agarre solo por rozamiento",
    "Las cerdas de LuGre sujetan un cubo entre dos placas; el Coulomb suavizado lo deja deslizar",
  ],
  "cube-tower": [
    "Torres de cubos",
    "Recta se mantiene, desplazada vuelca por el cubo más bajo, equilibrada vuelve a mantenerse",
  ],
  "open-meshes": ["Lámina, cáscara y sopa", "Mallas sin interior ni exterior se sostienen unas a otras"],
  stack: ["Pila de 20 cajas", "La pila de la tesis de Gribel, con el resolvedor de la tesis o el nuestro"],
  pyramid: ["Pirámide de cajas", "Filas de cajas unidad, cada una más corta que la inferior: se mantiene quieta"],
  "mass-ratio-tower": [
    "Torres con gran relación de masas",
    "Cajas ligeras llevan una pesada: 1 : 1, 1 : 10, 1 : 100, 1 : 1000",
  ],
  "card-house": [
    "Castillo de naipes",
    "Los naipes se apoyan por pares, piso sobre piso, y se mantienen por rozamiento",
  ],
  dominoes: ["Dominó", "Una fila de fichas cae, una tras otra"],
  "box-pile": ["Montón de cajas", "Cajas de todas las proporciones caen en un recipiente y quedan en reposo"],
  hulls: [
    "Montón de envolventes convexas",
    "Piedras, cada una la envolvente de dieciséis puntos al azar, caen en un recipiente",
  ],
  "ragdoll-crowd": ["Multitud de muñecos", "Los muñecos caen en un montón"],
  "triangle-drop": [
    "Caída de un triángulo",
    "Un triángulo cae junto al vértice de otro: resbala, queda atrapado o rebota, según el modelo de contacto",
  ],
  "staggered-stack": [
    "Pila escalonada",
    "Diez cajas sin rozamiento caen unas sobre otras, con esquinas muy próximas: reposan, quedan atrapadas o salen despedidas",
  ],
  "polygon-box": [
    "Polígonos en una caja",
    "Veinte polígonos al azar lanzados a una caja, sin rozamiento: ¿cuánto se solapan?",
  ],
  "polyhedron-box": [
    "Poliedros en una caja",
    "Diez icosaedros lanzados a una caja, sin rozamiento: vértices contra aristas, caras y vértices",
  ],
  "planar-gripper": [
    "Agarre en el plano",
    "Dos dedos se cierran sobre un polígono al azar en una mesa y lo levantan: las yemas pasan por sus esquinas",
  ],
  "pd-arm": [
    "Brazo con control PD",
    "Cinco articulaciones siguen un seno o llevan el brazo a un agarre en tres segundos; gravedad y retardo dejan un error; las articulaciones no se abren",
  ],
  "sliding-block": [
    "Bloque que desliza",
    "Un bloque en una rampa de 15° desliza y cae, o se pega si el rozamiento supera tan 15° = 0,268",
  ],
  "sphere-drop": [
    "Caída de una esfera",
    "Una esfera cae nueve metros y se queda donde cae, o una pequeña rueda desde una grande",
  ],
  "joint-tree": [
    "Árbol de articulaciones",
    "Un par actúa tres segundos sobre un móvil de barras con rótulas; después su momento angular es constante",
  ],
  "smoke-test": [
    "Prueba de humo",
    "Un cubo y medio cubo, o medio icosaedro, caen sobre un cubo inclinado y resbalan en tres segundos",
  ],
  "leaning-cards": [
    "Naipes apoyados",
    "Dos naipes se apoyan a 0,2 rad y se mantienen, o resbalan si el rozamiento es menor que tan(0,2)/2 = 0,101",
  ],
  bowling: ["Bolos", "Una varilla cae en torno a su bisagra y empuja dos bolas por el suelo; la bisagra no se abre"],
  "tetra-on-prism": [
    "Tetraedro y prisma",
    "Un tetraedro cae sobre la arista de un prisma y resbala; o desliza hasta un prisma dentro de una caja",
  ],
  "two-triangles": [
    "Dos triángulos",
    "Dos triángulos iguales se encuentran vértice con vértice y siguen juntos, o uno cae sobre el lado plano del otro",
  ],
  "rolling-cart": [
    "Carro rodante",
    "Un carro sobre cuatro cilindros, o cuatro bolas, baja una pendiente rodando sin deslizar",
  ],
  "ten-balls": ["Diez bolas", "Diez bolas de distinto tamaño caen en una caja de cinco planos y ruedan por su fondo"],
  pachinko: ["Pachinko", "Las bolas caen entre quince clavijas de once lados y todas llegan al suelo"],
  "mesh-medley": [
    "Sólidos regulares",
    "Un tetraedro, un icosaedro, un dodecaedro y un octaedro caen sobre un gran cubo: dos se quedan, dos caen por el borde",
  ],
  "squeeze-grasp": [
    "Fila de cajas apretada",
    "Dos mordazas en correderas aprietan una fila de cajas: solo el rozamiento la sostiene, o cae si es poco",
  ],
  "rolling-coin": ["Moneda que rueda", "Una moneda de 25 lados cae de canto, rueda, vuelca y acaba plana"],
  "box-drop": [
    "Cubo por un hueco",
    "Un cubo cae por el hueco entre otros cuatro, medio milímetro más ancho por lado, sin tocarlos",
  ],
  "single-steps": [
    "Cinco pasos sueltos",
    "Cinco poses junto a esquinas desde las que un cuerpo puede moverse o reposar y en las que otros modelos lo atrapan",
  ],
  "rotating-rectangles": [
    "Rectángulos que giran",
    "Dos rectángulos giran juntos, uno sobre otro: tras el primer paso se solapan ½ (1 − cos ωh) m²",
  ],
  "plastic-row": [
    "Cantidad de movimiento de cinco cuerpos",
    "Cinco cuadrados en fila, el primero a 2 m/s: cuatro choques plásticos conservan 3 kg m/s y todos acaban a 3/3,67 m/s",
  ],
  "hanging-rod": [
    "Varilla colgante",
    "Una varilla en una rótula, o una esfera en una bisagra: cuánto se abre la unión con distintas filas",
  ],
  "spheres-on-cube": [
    "Esferas sobre un cubo",
    "Capas de esferas caen sobre un cubo inclinado 0,2 rad, ruedan por su cara sin deslizar y caen",
  ],
  "cube-stack": [
    "Cubos que caen unos sobre otros",
    "Dos cubos, cada uno 0,2 m sobre el de abajo, caen en los pasos 40 y 57 y quedan en reposo",
  ],
  "icosahedron-landing": [
    "Icosaedro sobre un cubo",
    "Un icosaedro reposa en una cara de un gran cubo; en su arista, o en la punta de un tetraedro, resbala",
  ],
  "construction-site": [
    "Obra",
    "Un camión en terreno irregular junto a una zanja y sus montones, con lo que suele haber en una obra",
  ],
};
