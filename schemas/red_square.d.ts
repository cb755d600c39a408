// Red Army - White Guards: the Red Square rules (Graham Evans, after Richard Brooks and Ian Drury): made from red_square.json, do not edit.

/** The request of each procedure, by its id. */
export interface Requests {
  "red_square.deal": DealRequest;
  "red_square.card_order": CardOrderRequest;
  "red_square.suit_effects": SuitEffectsRequest;
  "red_square.restart": RestartRequest;
  "red_square.activation": ActivationRequest;
  "red_square.hq_activation": HqActivationRequest;
  "red_square.activation_result": ActivationResultRequest;
  "red_square.spade": SpadeRequest;
  "red_square.bog": BogRequest;
  "red_square.geometry": GeometryRequest;
  "red_square.distance": DistanceRequest;
  "red_square.arc": ArcRequest;
  "red_square.aspect": AspectRequest;
  "red_square.legal_moves": LegalMovesRequest;
  "red_square.range_band": RangeBandRequest;
  "red_square.line_of_sight": LineOfSightRequest;
  "red_square.observe": ObserveRequest;
  "red_square.indirect_observation": IndirectObservationRequest;
  "red_square.artillery_position": ArtilleryPositionRequest;
  "red_square.fire_mission": FireMissionRequest;
  "red_square.threat_fire": ThreatFireRequest;
  "red_square.fire_profile": FireProfileRequest;
  "red_square.fire": FireRequest;
  "red_square.casualties": CasualtiesRequest;
  "red_square.shock_check": ShockCheckRequest;
  "red_square.validate_unit": ValidateUnitRequest;
  "red_square.validate_scenario": ValidateScenarioRequest;
  "red_square.occupancy": OccupancyRequest;
  "red_square.order_legality": OrderLegalityRequest;
  "red_square.order_roll": OrderRollRequest;
  "red_square.dig_in": DigInRequest;
  "red_square.trench_roll": TrenchRollRequest;
  "red_square.building_fire": BuildingFireRequest;
  "red_square.wire": WireRequest;
  "red_square.wire_crossing": WireCrossingRequest;
  "red_square.replace_casualties": ReplaceCasualtiesRequest;
  "red_square.vehicle_hits": VehicleHitsRequest;
  "red_square.train_hits": TrainHitsRequest;
  "red_square.fate": FateRequest;
  "red_square.mg_save": MgSaveRequest;
  "red_square.move": MoveRequest;
  "red_square.retreat": RetreatRequest;
  "red_square.dismount": DismountRequest;
  "red_square.flight": FlightRequest;
  "red_square.mounted_combat": MountedCombatRequest;
  "red_square.mounted_exchange": MountedExchangeRequest;
  "red_square.scouting_contact": ScoutingContactRequest;
  "red_square.overrun": OverrunRequest;
  "red_square.fire_effect": FireEffectRequest;
  "red_square.train_activation": TrainActivationRequest;
  "red_square.boarding": BoardingRequest;
  "red_square.activate": ActivateRequest;
  "red_square.turn_step": TurnStepRequest;
  "red_square.turn": TurnRequest;
  "red_square.begin_game": BeginGameRequest;
  "red_square.act": ActRequest;
}

/** The outcome of each procedure, by its id. */
export interface Outcomes {
  "red_square.deal": DealOutcome;
  "red_square.card_order": CardOrderOutcome;
  "red_square.suit_effects": SuitEffectsOutcome;
  "red_square.restart": RestartOutcome;
  "red_square.activation": ActivationOutcome;
  "red_square.hq_activation": HqActivationOutcome;
  "red_square.activation_result": ActivationResultOutcome;
  "red_square.spade": SpadeOutcome;
  "red_square.bog": BogOutcome;
  "red_square.geometry": GeometryOutcome;
  "red_square.distance": DistanceOutcome;
  "red_square.arc": ArcOutcome;
  "red_square.aspect": AspectOutcome;
  "red_square.legal_moves": LegalMovesOutcome;
  "red_square.range_band": RangeBandOutcome;
  "red_square.line_of_sight": Sight;
  "red_square.observe": ObserveOutcome;
  "red_square.indirect_observation": IndirectObservationOutcome;
  "red_square.artillery_position": ArtilleryPositionOutcome;
  "red_square.fire_mission": FireMissionOutcome;
  "red_square.threat_fire": ThreatFireOutcome;
  "red_square.fire_profile": FireProfileOutcome;
  "red_square.fire": FireOutcome;
  "red_square.casualties": CasualtiesOutcome;
  "red_square.shock_check": ShockCheckOutcome;
  "red_square.validate_unit": ValidateUnitOutcome;
  "red_square.validate_scenario": ValidateScenarioOutcome;
  "red_square.occupancy": OccupancyOutcome;
  "red_square.order_legality": OrderLegalityOutcome;
  "red_square.order_roll": OrderRollOutcome;
  "red_square.dig_in": DigInOutcome;
  "red_square.trench_roll": TrenchRollOutcome;
  "red_square.building_fire": BuildingFireOutcome;
  "red_square.wire": WireOutcome;
  "red_square.wire_crossing": WireCrossingOutcome;
  "red_square.replace_casualties": ReplaceCasualtiesOutcome;
  "red_square.vehicle_hits": VehicleHitsOutcome;
  "red_square.train_hits": TrainHitsOutcome;
  "red_square.fate": FateOutcome;
  "red_square.mg_save": MgSaveOutcome;
  "red_square.move": MoveOutcome;
  "red_square.retreat": RetreatOutcome;
  "red_square.dismount": DismountOutcome;
  "red_square.flight": FlightOutcome;
  "red_square.mounted_combat": MountedCombatOutcome;
  "red_square.mounted_exchange": MountedExchangeOutcome;
  "red_square.scouting_contact": ScoutingContactOutcome;
  "red_square.overrun": OverrunOutcome;
  "red_square.fire_effect": FireEffectOutcome;
  "red_square.train_activation": TrainActivationOutcome;
  "red_square.boarding": BoardingOutcome;
  "red_square.activate": ActivateOutcome;
  "red_square.turn_step": TurnStepOutcome;
  "red_square.turn": TurnOutcome;
  "red_square.begin_game": BeginGameOutcome;
  "red_square.act": ActOutcome;
}

/** The options of Red Army - White Guards, each with the rule that it settles. */
export interface Options {
  /** Whether an armoured car fires in only one of its two activations of a turn. Default: false. */
  ac_single_fire?: boolean;
  /** Squares off road for wheeled vehicles: 2 for each activation, as printed, or 1 or 0 for a whole turn. Default: 2. */
  wheeled_offroad?: number;
  /** Whether infantry that fires on the move must, activated on a heart, draw another. Default: false. */
  second_heart?: boolean;
  /** Whether a divided score is always rounded down, rather than to the nearest whole number. Default: false. */
  floor_rounding?: boolean;
  /** Whether a die hits below the score only, as the heading of the table has it, and not at the score, as the worked example has it. Default: false. */
  strict_less?: boolean;
  /** Whether MGs may fire at heavy tanks at close range. Default: false. */
  mg_heavy_tank?: boolean;
  /** Whether artillery and vehicles lose a base for three markers, rather than for three rings. Default: false. */
  three_markers?: boolean;
  /** Whether rings are deducted from an activation score, as hits are. Default: false. */
  rings_deduct?: boolean;
  /** Whether each hit beyond the full groups draws its anti-tank card even where the die for them has cost a ring. Default: false. */
  at_all_remainder?: boolean;
  /** Whether cavalry that attacked infantry rolls only the die for the remainder twice, rather than suffering the whole of the casualties twice. Default: false. */
  twice_die_only?: boolean;
  /** Whether closed terrain slows only those that leave it, not those that enter. Default: false. */
  closed_leaving?: boolean;
  /** Whether members of a group that used their share of its card to fire out of sequence still count in the group's test, with what is deducted for them. Default: false. */
  spent_members_count?: boolean;
  /** Whether a train goes back at once from infantry that steps next to it, before anyone fires at that infantry. Default: false. */
  trains_go_first?: boolean;
  /** Whether a retreating unit at its own edge, whom no square leads away, may stay there rather than leave the table. Default: false. */
  stay_at_edge?: boolean;
  /** Whether vehicles draw for a breakdown as soon as their spades are turned over, rather than when they are activated on them. Default: false. */
  breakdown_when_turned?: boolean;
  /** Whether a square next to an enemy headquarters alone is entered without a test. Default: false. */
  hq_is_no_enemy?: boolean;
  /** Whether a unit that hid and was driven out in the same turn counts as hiding last turn. Default: false. */
  driven_out_deducts?: boolean;
  /** Whether MGs in the square of a unit that fires out of sequence fire with it at that moment or lose their share of the activation. Default: false. */
  mgs_fire_together?: boolean;
  /** Whether a unit that has gone to a ferry may be put across in any later turn, the ferry waiting, rather than in the next turn only. Default: false. */
  ferry_waits?: boolean;
  /** Whether concealed units that no enemy has observed are hidden from the other player. Default: false. */
  unseen_off_table?: boolean;
}

/** A new turn, before the deal. */
export interface DealRequest {
  /** The field. */
  field: Field;
  /** How many jokers each deck has. Default: 2. */
  jokers?: number;
  /** How many decks are shuffled together. Default: 1. */
  decks?: number;
}

/** A field of battle at a moment of the game. */
export interface Field {
  /** The map. */
  board: SquareMap;
  /** The units, in the order of the rosters; destroyed units may be left in, with 0 bases. */
  units: Unit[];
  /** The edge of the table that is the Reds' own. Default: "south". */
  red_edge?: MapEdge;
  /** That of the Whites. Default: "north". */
  white_edge?: MapEdge;
  /** The number of the turn. Default: 1. */
  turn?: number;
  /** Whether it is still dark. Default: false. */
  before_dawn?: boolean;
  /** Whether the scenario lets units dig in. Default: true. */
  may_dig?: boolean;
  /** The sides that have an aeroplane over their target in this turn. Default: []. */
  aeroplanes?: Side[];
  /** Who has observed whom; kept as long as the target stays in its square. Default: []. */
  observations?: Observation[];
  /** The fire into areas in this turn. Default: []. */
  area_fires?: AreaFire[];
  /** The squares whose buildings burn. Default: []. */
  burning?: ([number, number])[];
  /** The squares whose wire is gone. Default: []. */
  wire_removed?: ([number, number])[];
  /** The gaps in other wire. Default: []. */
  wire_gaps?: WireGap[];
}

/** A map of squares. */
export interface SquareMap {
  /** What the map shows. */
  title: string;
  /** The squares. */
  grid: SquareGrid;
  /** Where it comes from, in a word or two. Default: "". */
  source?: string;
  /** How sure it is. Default: "illustrative". */
  provenance?: MapProvenance;
  /** The terrain of every square that no area lists. Default: "open". */
  default_terrain?: string;
  /** The terrain of the others. Default: []. */
  terrain?: SquareArea[];
  /** What squares hold beside their terrain. Default: []. */
  features?: SquareFeature[];
  /** What is on the edges between squares. Default: []. */
  edges?: EdgeFeature[];
  /** The roads. Default: []. */
  roads?: SquareWay[];
  /** The railways. Default: []. */
  railways?: SquareWay[];
  /** The places that have names. Default: []. */
  places?: SquarePlace[];
}

/** A board of squares in offset rows. */
export interface SquareGrid {
  /** The number of squares in a row. */
  columns: number;
  /** The number of rows. */
  rows: number;
}

export type MapProvenance = "printed" | "reconstructed" | "illustrative";

/** Squares of one kind of terrain. */
export interface SquareArea {
  /** The terrain. */
  kind: string;
  /** The squares, in any order. */
  squares: ([number, number])[];
}

/** Squares that hold something beside their terrain: a hedge, wire, the crest of a hill. */
export interface SquareFeature {
  /** What they hold. */
  kind: string;
  /** The squares, in any order. */
  squares: ([number, number])[];
}

/** Edges of squares that have something on them: a stream, a bridge, the line of a ridge. */
export interface EdgeFeature {
  /** What is on them. */
  kind: string;
  /** Each edge as the two squares on its sides, in any order. */
  between: ([[number, number], [number, number]])[];
}

/** A road or a railway. */
export interface SquareWay {
  /** Every square that it passes through, each next to the one before. */
  squares: ([number, number])[];
  /** What it is called, "" for no name; several may share a name. Default: "". */
  name?: string;
}

/** A place that has a name. */
export interface SquarePlace {
  /** What it is called; no two places share a name. */
  name: string;
  /** The square that it is in. */
  square: [number, number];
  /** What it is, such as "town". */
  kind: string;
}

/** A unit or a command figure, with the state that it is in. */
export interface Unit {
  /** What it is known by; no two units share a name. */
  name: string;
  /** Red or White. */
  side: Side;
  /** What it is. */
  kind: Kind;
  /** Where it is, the square by which it left while off the table; null while it is carried, gone or still to come. Default: null. */
  square?: [number, number] | null;
  /** Where it faces; without meaning for figures, horse holders and infantry in Defence. Default: "N". */
  facing?: Facing;
  /** The bases that stand; 0 when it is removed. Default: 1. */
  bases?: number;
  /** Elite, normal or poor. Default: "normal". */
  quality?: Quality;
  /** The formation of infantry, cavalry and artillery; others have none. Default: null. */
  formation?: Formation | null;
  /** The order in force, for infantry, cavalry, vehicles and trains. Default: null. */
  order?: Order | null;
  /** The name of the CO that it is subordinate to; "" for none. Default: "". */
  commander?: string;
  /** Of MGs and tchankas: the name of the unit that they keep with. Default: "". */
  accompanies?: string;
  /** The class of the guns of artillery, and of an armoured train. Default: null. */
  guns?: Gun | null;
  /** Whether guns have shields; by default light and QF guns do. Default: null. */
  shielded?: boolean | null;
  /** What vehicles are armed with; they fire one weapon in an activation. Default: []. */
  weapons?: VehicleWeapon[];
  /** Steady, hiding, retreating, rallying, or off the table until it rallies. Default: "steady". */
  state?: State;
  /** The bases that it has lost for good. Default: 0. */
  bases_removed?: number;
  /** The hit markers that are still to be resolved. Default: 0. */
  markers?: number;
  /** Of vehicles, tchankas and trains: the weapon of every marker, in the order received. Default: []. */
  marker_weapons?: Weapon[];
  /** The permanent rings; a third removes a base, but a train gathers five. Default: 0. */
  rings?: number;
  /** Whether it hid in the turn before. Default: false. */
  hid_last_turn?: boolean;
  /** Whether a die was rolled against it since its last activation. Default: false. */
  under_fire?: boolean;
  /** Whether one was by rifles, MGs, tchankas or vehicle MGs. Default: false. */
  under_small_arms?: boolean;
  /** Whether any of its markers came from an enemy towards whom it stands on a reverse slope. Default: false. */
  hit_on_reverse_slope?: boolean;
  /** Whether its latest activation brought it nearer to the nearest enemy. Default: false. */
  advancing?: boolean;
  /** Whether it has made no step, wheel or shot since the beginning of its latest activation. Default: true. */
  idle?: boolean;
  /** Whether it has moved or fired in the open and is seen since then. Default: false. */
  visible?: boolean;
  /** The number of the last turn in which it fired; 0 for never. Default: 0. */
  fired_in?: number;
  /** Of guns: the name of the unit of their last shot; "" for none. Default: "". */
  last_target?: string;
  /** Of a CO, Commissar or CHEKA: 1 when out of action; of an MG company: the bases that are. Default: 0. */
  pinned?: number;
  /** Of a heavy tank: whether it may neither move nor fire. Default: false. */
  is_pinned?: boolean;
  /** Of vehicles and trains: whether the next activation must be a retreat. Default: false. */
  must_retreat?: boolean;
  /** Of vehicles: whether they have broken down. Default: false. */
  broken_down?: boolean;
  /** Of tanks: whether they are stuck. Default: false. */
  bogged?: boolean;
  /** How guns stand. Default: "open". */
  position?: GunPosition;
  /** How far howitzers in a masked position are: 0 limbered, 1 unlimbered, 2 on their platform. Default: 0. */
  stage?: number;
  /** The number of the turn in which they reached it. Default: 0. */
  stage_turn?: number;
  /** The digging markers placed. Default: 0. */
  digging_markers?: number;
  /** Whether it lies in trenches that it dug. Default: false. */
  temporary_trenches?: boolean;
  /** The name of the train that it is aboard; "" for none. Default: "". */
  carried_by?: string;
  /** The far side of the river, while it waits to be put across by a ferry. Default: null. */
  ferry_to?: [number, number] | null;
  /** The number of the turn in which it went to the ferry; 0 for none. Default: 0. */
  ferry_turn?: number;
  /** What it has done in this turn. Default: as the library has it. */
  this_turn?: ThisTurn;
}

export type Side = "red" | "white";

export type Kind =
  | "infantry"
  | "cavalry"
  | "artillery"
  | "mg"
  | "tchanka"
  | "armoured_car"
  | "light_tank"
  | "heavy_tank"
  | "truck"
  | "train"
  | "hq"
  | "co"
  | "commissar"
  | "cheka"
  | "horse_holders";

export type Facing = "N" | "NE" | "E" | "SE" | "S" | "SW" | "W" | "NW";

export type Quality = "elite" | "normal" | "poor";

export type Formation =
  | "masses"
  | "waves"
  | "firing_line"
  | "defence"
  | "mounted"
  | "scouting"
  | "dismounted"
  | "limbered"
  | "deployed";

export type Order = "attack" | "probe" | "defend" | "counter_attack";

export type Gun = "light_gun" | "qf_gun" | "howitzer" | "heavy";

export type VehicleWeapon = "mg" | "tank_gun";

export type State = "steady" | "hiding" | "retreating" | "rallying" | "off_table";

export type Weapon = "rifles" | "mg" | "tank_gun" | "light_gun" | "qf_gun" | "howitzer" | "heavy";

export type GunPosition = "open" | "semi_masked" | "masked";

/** What a unit has done in the turn so far; a new turn begins without any of it. */
export interface ThisTurn {
  /** The cards that it holds unplayed, its own or its group's, in the order in which they were dealt. Default: []. */
  cards?: string[];
  /** How often it was activated. Default: 0. */
  activations?: number;
  /** Whether it acts no more in this turn, whatever card comes. Default: false. */
  is_over?: boolean;
  /** Whether it made a step or a wheel in any activation. Default: false. */
  moved?: boolean;
  /** Whether it fired in any activation. Default: false. */
  fired?: boolean;
  /** Whether it made its retreat of the turn. Default: false. */
  retreated?: boolean;
  /** Whether it placed its digging marker of the turn. Default: false. */
  dug?: boolean;
  /** Whether its card lies face down, so that it may fire later. Default: false. */
  holds_fire?: boolean;
  /** Squares that it moved off road, which matters with the option ``wheeled_offroad``. Default: 0. */
  off_road?: number;
  /** Whether its digging markers were tried already. Default: false. */
  trench_rolled?: boolean;
  /** Of an HQ: whether it may issue orders in this turn. Default: false. */
  commanded?: boolean;
  /** Whether it was pinned in this turn, so that it recovers in the next. Default: false. */
  was_pinned?: boolean;
  /** Whether it began to hide in it, or hid as it began; told with the option ``driven_out_deducts``. Default: false. */
  hid?: boolean;
}

export type MapEdge = "north" | "east" | "south" | "west";

/** A concealed unit that was observed. */
export interface Observation {
  /** The name of the unit that observed it; friends beside it share that in the same turn. */
  observer: string;
  /** The name of the unit observed. */
  target: string;
  /** The number of the turn. */
  turn: number;
}

/** Fire of this turn into an area without observation. */
export interface AreaFire {
  /** The name of the unit that fired. */
  firer: string;
  /** The square that it fired at. */
  square: [number, number];
}

/** A gap that a tank made in barbed wire. */
export interface WireGap {
  /** Where the wire is. */
  square: [number, number];
  /** The step by which the tank entered it. */
  direction: SquareDirection;
}

export type SquareDirection = "NE" | "E" | "SE" | "SW" | "W" | "NW";

/** The cards dealt. */
export interface DealOutcome {
  /** The hands, in the order of the rosters. */
  hands: Hand[];
  /** The cards that are left, in the order of a new pack. */
  deck: string[];
}

/** A holder of cards for a turn. */
export interface Hand {
  /** The CO of a group, or the unit itself. */
  holder: string;
  /** Whose it is. */
  side: Side;
  /** The battalions that act on the cards, in the order of the rosters; the holder itself if it is not a CO, or a CO with no unit in reach, who moves alone. */
  members: string[];
  /** When the cards are played. */
  phase: Phase;
  /** The cards, in the order in which they were dealt; those played are gone. Default: []. */
  cards?: string[];
  /** Members that act on the first card only: regiments of a group that were dismounted at the deal. Default: []. */
  first_only?: string[];
}

export type Phase = "officer" | "standalone";

/** Hands whose cards are turned over. */
export interface CardOrderRequest {
  /** The hands, in the order of the deal. */
  hands: Hand[];
  /** The side that goes first where a joker of each side is to open the turn. Default: "red". */
  first_side?: Side;
  /** How many decks were dealt from, so that a card may come as often. Default: 1. */
  decks?: number;
}

/** The order of play. */
export interface CardOrderOutcome {
  /** Every card with its holder, the first to be played first. */
  plays: Play[];
}

/** A card as it is played. */
export interface Play {
  /** The holder. */
  holder: string;
  /** The card. */
  card: string;
}

/** A unit and the card on which it is activated. */
export interface SuitEffectsRequest {
  /** What it is. */
  kind: Kind;
  /** Its formation; null for kinds that have none. Default: null. */
  formation?: Formation | null;
  /** Its quality. Default: "normal". */
  quality?: Quality;
  /** Of tanks: whether it is stuck. Default: false. */
  bogged?: boolean;
  /** The card. */
  card: string;
}

/** What the card permits and forbids. */
export interface SuitEffectsOutcome {
  /** Whether infantry and dismounted cavalry may move and fire at a target within 2 squares. */
  move_and_fire: boolean;
  /** Whether that takes a second heart, to be drawn before the shot. */
  draws_second_heart: boolean;
  /** Whether it may make no step that is slowed by closed terrain. */
  no_closed_step: boolean;
  /** Whether it draws a card and breaks down on a black one. */
  breakdown_draw: boolean;
  /** Whether it gets stuck when it tries such a step. */
  bogs_in_closed: boolean;
  /** Whether it is stuck and gets free, which is its movement of the activation. */
  unbogs: boolean;
  /** Whether it may neither move nor rally, unless a CHEKA or Commissar drives it on. */
  no_move_or_rally: boolean;
}

/** A vehicle that broke down in an earlier turn. */
export interface RestartRequest {
  /** The two cards dealt to it. */
  cards: string[];
}

/** Whether a broken-down vehicle runs again. */
export interface RestartOutcome {
  /** Whether it does, from the first of its two cards on. */
  restarts: boolean;
}

/** A unit or a group that is activated. */
export interface ActivationRequest {
  /** The battalion equivalents: battalions, regiments, batteries, detachments and trains, not MGs, tchankas or figures. Default: 1. */
  battalions?: number;
  /** How many of them are elite. Default: 0. */
  elite?: number;
  /** How many of them are poor. Default: 0. */
  poor?: number;
  /** Their hit markers still to be resolved, all together; not those of MGs that go with them. Default: 0. */
  markers?: number;
  /** The bases that they have lost, all together; not those of MGs that go with them. Default: 0. */
  bases_removed?: number;
  /** How many of them hid in the turn before. Default: 0. */
  hid_last_turn?: number;
  /** Their rings, all together. Default: 0. */
  rings?: number;
  /** Whether any of them hides, retreats, or is off the table. Default: false. */
  broken?: boolean;
  /** Whether one of them means to move next to an enemy or into its square. Default: false. */
  enters_enemy_adjacent?: boolean;
  /** Whether their CO was within a square of them at the deal and is not pinned or gone. Default: false. */
  co_present?: boolean;
}

/** How well a unit or group was activated. */
export interface ActivationOutcome {
  /** The score; null where no test was needed. */
  score: number | null;
  /** The column of the Activation Table, or that it acts automatically. */
  band: Band;
}

export type Band = "automatic" | "2+" | "1-0" | "below0";

/** A headquarters at the beginning of a turn. */
export interface HqActivationRequest {
  /** Whether it wishes to move. Default: false. */
  moves?: boolean;
  /** Whether a die was rolled against it since its last activation. Default: false. */
  under_fire?: boolean;
  /** Its hit markers still to be resolved. Default: 0. */
  markers?: number;
  /** Whether it hides or retreats. Default: false. */
  broken?: boolean;
  /** Whether it hid in the turn before. Default: false. */
  hid_last_turn?: boolean;
}

/** What a headquarters can do in the turn. */
export interface HqActivationOutcome {
  /** The score; null where no test was needed. */
  score: number | null;
  /** The column of the Activation Table, or that it acts automatically. */
  band: Band;
  /** Whether it may issue orders in this turn. */
  commands: boolean;
}

/** A unit whose score is known and whose markers are resolved. */
export interface ActivationResultRequest {
  /** What it is. */
  kind: Actor;
  /** Red or White. Default: "red". */
  side?: Side;
  /** Its quality. Default: "normal". */
  quality?: Quality;
  /** Its formation; null for kinds that have none. Default: null. */
  formation?: Formation | null;
  /** Its score; null if it was activated without a test. Default: null. */
  score?: number | null;
  /** Its state before. Default: "steady". */
  state?: State;
  /** The order in force; null for units without. Default: null. */
  order?: Order | null;
  /** The card on which it is activated; "" for none, as for an HQ. Default: "". */
  card?: string;
  /** Whether a die was rolled against it since its last activation. Default: false. */
  under_fire?: boolean;
  /** Whether one was by rifles, MGs, tchankas or vehicle MGs. Default: false. */
  under_small_arms?: boolean;
  /** Whether it is in a wood, a building, trenches or on a reverse slope. Default: false. */
  in_cover?: boolean;
  /** Whether it lost a base, or received a ring, in this activation. Default: false. */
  has_suffered?: boolean;
  /** Whether a Red CHEKA or Commissar that is not pinned is in its square or beside it. Default: false. */
  political_help?: boolean;
  /** Whether they drive it on in spite of a spade. Default: false. */
  ignores_spades?: boolean;
  /** Whether it has an observed target that it may fire at. Default: false. */
  has_target?: boolean;
  /** Whether the scenario lets units dig in, and it may place one more marker in this turn. Default: false. */
  may_dig?: boolean;
  /** Of vehicles: whether damage makes it retreat. Default: false. */
  must_retreat?: boolean;
  /** Of vehicles: whether it has broken down. Default: false. */
  broken_down?: boolean;
  /** Of tanks: whether it is stuck. Default: false. */
  bogged?: boolean;
  /** Of heavy tanks: whether it may neither move nor fire. Default: false. */
  is_pinned?: boolean;
  /** The cards left to draw from; null for a whole fresh deck with two jokers. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled to draw on when those are exhausted. Default: []. */
  discards?: string[];
  /** Its name, where it is a unit of a game whose owner is to be asked; "" for none. Default: "". */
  unit?: string;
}

export type Actor =
  | "infantry"
  | "cavalry"
  | "artillery"
  | "mg"
  | "tchanka"
  | "armoured_car"
  | "light_tank"
  | "heavy_tank"
  | "truck"
  | "hq";

/** What a unit does or may do. */
export interface ActivationResultOutcome {
  /** The result of the activation. */
  result: Result;
  /** The id of the rule that says so. */
  rule: string;
  /** Whether it mounts its horses to retreat. */
  remounts: boolean;
  /** What it may do if it acts; the actions of one line of the Activation Table exclude each other. */
  actions: PermittedAction[];
  /** Whether it has to fire if it does nothing else that excuses it. */
  must_fire: boolean;
  /** The order in force from now on; null for units without. */
  order: Order | null;
  /** The card drawn in a game to return to the table. */
  cards: string[];
}

export type Result = "acts" | "rallies" | "hides" | "retreats" | "stays" | "returns" | "stays_off";

export type PermittedAction =
  | "move"
  | "move_and_fire"
  | "observe_and_fire"
  | "dig_in"
  | "change_orders"
  | "change_formation"
  | "replace_casualties"
  | "fire"
  | "fire_wildly"
  | "hold_fire";

/** A unit that is activated on a spade. */
export interface SpadeRequest {
  /** What it is. */
  kind: Kind;
  /** Red or White. Default: "red". */
  side?: Side;
  /** Its quality. Default: "normal". */
  quality?: Quality;
  /** Whether a CHEKA or Commissar that is not pinned is in its square or beside it. Default: false. */
  political_help?: boolean;
  /** Whether it would move or rally if it might. Default: true. */
  wants_it?: boolean;
  /** Its hit markers, once those before this activation are resolved. Default: 0. */
  markers?: number;
  /** The bases that it has lost for good. Default: 0. */
  bases_removed?: number;
  /** Whether it hid in the turn before. Default: false. */
  hid_last_turn?: boolean;
  /** The cards left to draw from; null for a whole fresh deck with two jokers. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled to draw on when those are exhausted. Default: []. */
  discards?: string[];
}

/** What the spade did. */
export interface SpadeOutcome {
  /** Whether a vehicle has broken down. */
  broken_down: boolean;
  /** Whether it may move and rally, as far as the spade goes. */
  may_move_or_rally: boolean;
  /** Whether CHEKA or Commissar drive it on. */
  ignored: boolean;
  /** The hit markers that this costs. */
  markers: number;
  /** The card drawn in a game. */
  cards: string[];
}

/** A tank that is activated. */
export interface BogRequest {
  /** A light or a heavy tank. */
  kind: Tank;
  /** The card on which it is activated. */
  card: string;
  /** Whether it is stuck. Default: false. */
  bogged?: boolean;
  /** Whether it tries to enter, leave or cross closed terrain off road. Default: false. */
  tries_closed_step?: boolean;
}

export type Tank = "light_tank" | "heavy_tank";

/** What became of the tank. */
export interface BogOutcome {
  /** Whether it is stuck. */
  bogged: boolean;
  /** Whether it moves in this activation. */
  may_move: boolean;
}

/** A square, a step from it, and a wheel in it. */
export interface GeometryRequest {
  /** Column and row, both from 0. */
  square: [number, number];
  /** The direction of a step. Default: null. */
  direction?: SquareDirection | null;
  /** The facing before a wheel. Default: null. */
  facing?: Facing | null;
  /** How many times 45 degrees clockwise; negative is counter-clockwise, 4 is about face. Default: 0. */
  wheel?: number;
  /** The board; without it, there is one without end to the north and the east. Default: null. */
  grid?: SquareGrid | null;
}

/** A square as the grid sees it. */
export interface GeometryOutcome {
  /** The centre in half squares east and north of the centre of (0, 0). */
  centre: [number, number];
  /** The squares that touch it on the board, clockwise from north. */
  neighbours: ([number, number])[];
  /** The neighbour in the requested direction; null if none was requested, or the board ends there. */
  neighbour: [number, number] | null;
  /** The facing after the wheel; null if no facing was given. */
  facing: Facing | null;
}

/** Two squares. */
export interface DistanceRequest {
  /** The one. */
  a: [number, number];
  /** The other. */
  b: [number, number];
}

/** How far apart two squares are. */
export interface DistanceOutcome {
  /** The steps of the shortest way: 1 for neighbours, 0 for one square. */
  squares: number;
}

/** A square, the facing of a unit in it, and a target. */
export interface ArcRequest {
  /** Where the arc opens from. */
  square: [number, number];
  /** The facing in its middle. */
  facing: Facing;
  /** The square in question. */
  target: [number, number];
  /** Degrees to each side: 45, or 90 for MG companies. Default: 45. */
  half_angle?: HalfAngle;
}

export type HalfAngle = 45 | 90;

/** Whether a square is in an arc. */
export interface ArcOutcome {
  /** Whether the target is, boundary included. */
  is_inside: boolean;
  /** The directions of the neighbours that are, clockwise from north. */
  faced: SquareDirection[];
}

/** A target, and where it is seen from. */
export interface AspectRequest {
  /** The square of the target. */
  square: [number, number];
  /** Where the target faces. */
  facing: Facing;
  /** The square of the other. */
  seen_from: [number, number];
  /** What the target is. Default: "infantry". */
  kind?: Kind;
  /** The formation of the target, if that is known. Default: null. */
  formation?: Formation | null;
}

/** Which side a target shows. */
export interface AspectOutcome {
  /** Front, oblique, flank or rear. */
  aspect: Aspect;
}

export type Aspect = "front" | "oblique" | "flank" | "rear";

/** A unit that is about to step, and the roads from its square. */
export interface LegalMovesRequest {
  /** What it is. */
  kind: Kind;
  /** Where it faces. */
  facing: Facing;
  /** Its formation; null for those that have none. Default: null. */
  formation?: Formation | null;
  /** The directions in which roads lead to neighbours. Default: []. */
  roads?: SquareDirection[];
}

/** The directions that a step may take. */
export interface LegalMovesOutcome {
  /** Each of them, clockwise from north. */
  steps: LegalStep[];
}

/** A direction that a step may take. */
export interface LegalStep {
  /** The direction. */
  direction: SquareDirection;
  /** The facing afterwards, before any wheel. */
  facing: Facing;
  /** Whether only the road makes it legal; it is not followed by a free wheel. */
  follows_road: boolean;
}

/** A weapon and a range. */
export interface RangeBandRequest {
  /** The weapon. */
  weapon: Weapon;
  /** How many squares away the target is. */
  squares: number;
}

/** The band that a range lies in. */
export interface RangeBandOutcome {
  /** Close, effective or long. */
  band: RangeBand;
}

export type RangeBand = "close" | "effective" | "long";

/** Two squares of a map, and who looks from one at the other. */
export interface LineOfSightRequest {
  /** The map. */
  board: SquareMap;
  /** The square looked from. */
  a: [number, number];
  /** The square looked at. */
  b: [number, number];
  /** Who looks. */
  looker: Looker;
  /** The squares that friends hold; leave lone command figures out. Default: []. */
  friends?: ([number, number])[];
  /** Whether the target is a masked battery that was observed. Default: false. */
  observed_masked_battery?: boolean;
}

export type Looker = "rifle" | "mg" | "vehicle" | "field_gun" | "howitzer" | "heavy";

/** Whether one square is seen from another, and whether it may be fired at over friends. */
export interface Sight {
  /** Whether nothing blocks the line. */
  is_clear: boolean;
  /** What does: the first on the line, or the first two that block an edge together from both sides. */
  blocked_by: Blocking[];
  /** What the line passes between its ends, in order: each a square, or the one or two squares of the table along whose edge it runs. */
  intervening: (([number, number])[])[];
  /** Whether fire would pass over friends, and may. */
  overhead: Overhead;
  /** The squares of those friends who forbid it. */
  friends_in_the_way: ([number, number])[];
}

/** Something that blocks a line of sight. */
export interface Blocking {
  /** What it is: wood, building, hedge, crest or ridge. */
  reason: string;
  /** The square, or the two squares that a ridge runs between. */
  squares: ([number, number])[];
}

export type Overhead = "not_needed" | "allowed" | "refused";

/** A unit that looks for a target. */
export interface ObserveRequest {
  /** How many squares away the target is. */
  range: number;
  /** Whether the observer is artillery that is not limbered, or a train. Default: false. */
  with_deployed_guns?: boolean;
  /** Whether there is a line of sight to the target's square. Default: true. */
  is_in_sight?: boolean;
  /** Whether the target is in the observer's arc; true also where a rule lets it look all round. Default: true. */
  is_in_arc?: boolean;
  /** Whether the observer, or this turn a friend in its square or next to it, has observed it already. Default: false. */
  is_shared?: boolean;
  /** What the target is. Default: "infantry". */
  target_kind?: Kind;
  /** Its formation. Default: null. */
  target_formation?: Formation | null;
  /** What is in its square. Default: "open". */
  ground?: Ground;
  /** How it stands, if it is guns. Default: "open". */
  position?: GunPosition;
  /** Whether it has moved or fired in the open and was seen since then. Default: false. */
  has_acted?: boolean;
  /** Whether it is guns that fired in this turn or the last. Default: false. */
  guns_fired?: boolean;
  /** Whether it is still dark. Default: false. */
  before_dawn?: boolean;
}

export type Ground = "open" | "hedge" | "wood" | "building";

/** Whether a target is observed. */
export interface ObserveOutcome {
  /** Whether it is observed, and may be fired at. */
  observed: boolean;
  /** Why: no test was needed, none could fail, the dice decided, or none could succeed. */
  by: Observing;
}

export type Observing = "in_view" | "certain" | "tested" | "too_far";

/** Guns that want to fire by the eyes of a post or an aeroplane. */
export interface IndirectObservationRequest {
  /** Their class. */
  guns: Gun;
  /** What spots for them. Default: "post". */
  by?: "post" | "aeroplane";
  /** Whether their side has an aeroplane above the target in this turn. Default: false. */
  aeroplane_over_target?: boolean;
  /** Who mans the post. Default: "infantry". */
  post_kind?: Kind;
  /** How many squares the post is from the guns. Default: 1. */
  post_range?: number;
  /** Whether there is a line of sight from the post to the target. Default: true. */
  post_sees?: boolean;
  /** Whether the target is plain to see for the post, or was observed by it. Default: true. */
  post_has_observed?: boolean;
}

/** Whether guns may fire at what they do not see. */
export interface IndirectObservationOutcome {
  /** Whether the target was pointed out; if not, the shot is lost. */
  may_fire: boolean;
}

/** Guns that want to do something in their position. */
export interface ArtilleryPositionRequest {
  /** Their class. */
  guns: Gun;
  /** What they want to do. */
  action: GunAction;
  /** Whether they are limbered or deployed. Default: "deployed". */
  formation?: "limbered" | "deployed";
  /** How they stand, or are to stand when they unlimber. Default: "open". */
  position?: GunPosition;
  /** How far howitzers in a masked position are: 0 limbered, 1 unlimbered, 2 on their platform. Default: 0. */
  stage?: number;
  /** The number of the turn in which they got so far. Default: 0. */
  stage_turn?: number;
  /** The number of the turn. Default: 1. */
  turn?: number;
  /** How well they were activated. Default: "automatic". */
  band?: Band;
  /** For a shot: how many squares away the target is. Default: null. */
  target_range?: number | null;
}

export type GunAction = "unlimber" | "place_platform" | "run_up" | "fire" | "limber";

/** How guns stand after what they did. */
export interface ArtilleryPositionOutcome {
  /** Whether they are limbered or deployed. */
  formation: "limbered" | "deployed";
  /** How they stand. */
  position: GunPosition;
  /** How far howitzers in a masked position are. */
  stage: number;
  /** The number of the turn in which they got so far; 0 for other guns. */
  stage_turn: number;
  /** How many squares in front of them they cannot fire into. */
  dead_zone: number;
  /** The number of the first turn in which they can fire if nothing delays them; null while limbered. */
  first_shot: number | null;
}

/** A unit on the field that fires. */
export interface FireMissionRequest {
  /** The field. */
  field: Field;
  /** The name of the unit that fires. */
  firer: string;
  /** The name of its target; "" lets the player choose one. Default: "". */
  target?: string;
  /** For fire into an area without observation: the square aimed at. Default: null. */
  area?: [number, number] | null;
  /** The circumstances. Default: as the library has it. */
  shooting?: Shooting;
  /** The weapon, for vehicles with two and for trains; null for the guns of a train, for the gun of a vehicle that may use it, and wherever there is one only. Default: null. */
  weapon?: Weapon | null;
  /** How many vehicles of a detachment fire at this target; null for all. Default: null. */
  vehicles?: number | null;
  /** For howitzers and heavy guns without a line of sight of their own: the name of the unit that is their post, or "aeroplane". Default: "". */
  spotter?: string;
  /** The cards left to draw from; null for a whole fresh deck with two jokers. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled to draw on when those are exhausted. Default: []. */
  discards?: string[];
}

/** The circumstances in which a unit fires. */
export interface Shooting {
  /** What lets it fire. Default: "activation". */
  opportunity?: Opportunity;
  /** How well it was activated. Default: "automatic". */
  band?: Band;
  /** The card that it is activated on; "" for none, as for MGs without one of their own. Default: "". */
  card?: string;
  /** Whether it made a step or a wheel in this activation, or was run up to its obstacle. Default: false. */
  moved?: boolean;
  /** Whether it made a step in this activation. Default: false. */
  stepped?: boolean;
  /** Whether it changed formation, mounted, dismounted or unlimbered in this activation. Default: false. */
  changed?: boolean;
  /** Whether it has fired in this activation already: other vehicles of a detachment, other weapons of a train, or infantry in Defence to another side. Default: false. */
  has_fired?: boolean;
  /** Whether it has tried to observe in this activation already; it may do so once. Default: false. */
  has_observed?: boolean;
  /** Whether its vehicles have given up a card in this activation, for another shot. Default: false. */
  card_given_up?: boolean;
}

export type Opportunity = "activation" | "held" | "threat" | "open_sights";

/** What a shot did. */
export interface FireMissionOutcome {
  /** Its result. */
  shot: Shot;
  /** The name of the unit that it was aimed at; "" for fire into an area without a unit. */
  target: string;
  /** The hit markers that it caused; the target may have shed them at once, by breaking or as scouts. */
  hits: number;
  /** Every unit that changed, as it is now; the firer first. */
  units: Unit[];
  /** The observations made. */
  observations: Observation[];
  /** The fire into an area, to be remembered for the turn. */
  area_fire: AreaFire | null;
  /** The square whose building has caught fire. */
  burning: [number, number] | null;
  /** The square whose wire is gone. */
  wire_removed: [number, number] | null;
  /** Whether the target broke at once. */
  broken: boolean;
  /** The cards drawn, in order; none are named where the request names no deck. */
  cards: string[];
  /** The unplayed cards that were given up for the shot, or that the target lost by breaking. */
  surrendered: string[];
}

export type Shot = "fired" | "without_dice" | "not_observed" | "not_pointed_out" | "no_second_heart";

/** A unit that may fire at an enemy after one of its steps. */
export interface ThreatFireRequest {
  /** The field, with the mover where it stands after the step. */
  field: Field;
  /** The name of the unit that may fire. */
  firer: string;
  /** The name of the enemy that made the step. */
  mover: string;
  /** The cards left to draw from; null for a whole fresh deck with two jokers. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled to draw on when those are exhausted. Default: []. */
  discards?: string[];
}

/** The result of fire out of sequence. */
export interface ThreatFireOutcome {
  /** What let it fire; null if its owner let it pass. */
  opportunity: Opportunity | null;
  /** How well it was activated for it; "automatic" for fire that was held. */
  band: Band | null;
  /** What the shot did; null if there was none. */
  shot: FireMissionOutcome | null;
  /** Every unit that changed, as it is now. */
  units: Unit[];
  /** The cards drawn, in order; none are named where the request names no deck. */
  cards: string[];
  /** The unplayed cards that no unit holds any more, that of the firer first. */
  surrendered: string[];
}

/** Who fires at what, from where, in which circumstances. */
export interface FireProfileRequest {
  /** What fires. */
  firer: Firer;
  /** The weapon that it fires: of a train its guns, or the MGs of one side. */
  weapon: Weapon;
  /** The bases that fire; of dismounted cavalry without the base that holds the horses, of MGs without those that are pinned, of vehicles and tchankas each with a shot of its own, of infantry in Defence all that it has. */
  bases: number;
  /** The quality of infantry and cavalry. Default: "normal". */
  quality?: Quality;
  /** The formation of infantry and cavalry at the moment of firing. Default: null. */
  formation?: Formation | null;
  /** Of an MG company: whether it accompanies infantry in Defence and fires one base to every side. Default: false. */
  beside_defence?: boolean;
  /** Whether it made a step or a wheel in this activation; turning MGs does not count. Default: false. */
  moved?: boolean;
  /** Of dismounted cavalry: whether it made a step in this activation. Default: false. */
  stepped?: boolean;
  /** Whether it changed formation in this activation. Default: false. */
  changed_formation?: boolean;
  /** Whether it fires wildly. Default: false. */
  wild?: boolean;
  /** Whether it fires a shot that it held. Default: false. */
  held_fire?: boolean;
  /** Of artillery and the guns of a train: whether their last shot was at another target that is still there. Default: false. */
  changed_target?: boolean;
  /** Whether the target is observed; if not, artillery and MGs fire at its area. Default: true. */
  observed?: boolean;
  /** Squares to the target. */
  range: number;
  /** What is fired at. */
  target: Kind;
  /** The formation of infantry, cavalry and artillery that is fired at. Default: null. */
  target_formation?: Formation | null;
  /** How the target shows itself to the firer. Default: "front". */
  aspect?: Aspect;
  /** What protects the target. Default: "none". */
  protection?: Protection;
  /** Of artillery that is fired at: whether its guns have shields. Default: false. */
  target_shielded?: boolean;
  /** Of vehicles other than trains: the cards of theirs that are still to be played and of which they may give up one. Default: 0. */
  unplayed_cards?: number;
  /** Of vehicles: whether they have given one up in this activation, for another shot. Default: false. */
  card_given_up?: boolean;
  /** Of vehicles that may give up a card: the name of the detachment; "" for none in particular. Default: "". */
  unit?: string;
  /** Of such vehicles: whose they are. Default: null. */
  side?: Side | null;
}

export type Firer =
  | "infantry"
  | "cavalry"
  | "artillery"
  | "mg"
  | "tchanka"
  | "armoured_car"
  | "light_tank"
  | "heavy_tank"
  | "train";

export type Protection = "none" | "trenches" | "stone_building";

/** What a shot is made with. */
export interface FireProfileOutcome {
  /** The range band. */
  band: RangeBand;
  /** How many shots are made: one for each vehicle or tchanka, otherwise one. */
  shots: number;
  /** The shot dice of each shot; none if the sum is 0 or less, and then the fire does nothing. */
  dice: number;
  /** The score to hit. */
  score: number;
  /** The hits that each die scores without a roll. */
  automatic: number;
  /** Each die hits on this face or less; 0 if none is rolled. */
  hits_on: number;
  /** Whether vehicles give up a card for their fire. */
  card_given_up: boolean;
}

/** One shot, by its dice and its score or by the facts that they come from. */
export interface FireRequest {
  /** The shot dice; 0 or less have no effect. Default: null. */
  dice?: number | null;
  /** The score to hit. Default: null. */
  score?: number | null;
  /** Who fires at what instead. Default: null. */
  profile?: FireProfileRequest | null;
}

/** How many dice hit. */
export interface FireOutcome {
  /** The hit markers that the target gets. */
  hits: number;
}

/** A unit whose hit markers are resolved. */
export interface CasualtiesRequest {
  /** What it is; for vehicles and tchankas ask `VehicleHitsRequest`, for trains `TrainHitsRequest`. */
  kind: Sufferer;
  /** Its bases. */
  bases: number;
  /** Of artillery: the rings on the base that has some. Default: 0. */
  rings?: number;
  /** The hit markers, all that it received since its last activation. */
  markers: number;
  /** Whether its latest activation brought it nearer to the nearest enemy and it stands in the open. Default: false. */
  advancing_in_open?: boolean;
  /** Whether it has neither moved nor fired since the beginning of its latest activation. Default: false. */
  idle?: boolean;
  /** Whether it is in cover: wood, building, trenches or a reverse slope. Default: false. */
  in_cover?: boolean;
}

export type Sufferer = "infantry" | "cavalry" | "artillery" | "mg" | "hq" | "co" | "commissar" | "cheka" | "horse_holders";

/** What the markers cost. */
export interface CasualtiesOutcome {
  /** The bases lost. */
  bases_lost: number;
  /** Of artillery: the rings received, those that removed a base included. */
  rings_added: number;
  /** The bases that are left. */
  bases: number;
  /** The rings that are left on the base that has some. */
  rings: number;
  /** Whether no base is left. */
  destroyed: boolean;
}

/** A unit after a shot. */
export interface ShockCheckRequest {
  /** What it is. */
  kind: Kind;
  /** Its quality. Default: "normal". */
  quality?: Quality;
  /** Its hit markers, those of the shot included. */
  markers: number;
  /** The bases that it has lost for good. Default: 0. */
  bases_removed?: number;
  /** Whether it hid in the turn before. Default: false. */
  hid_last_turn?: boolean;
  /** The rings on it, which matter with the option ``rings_deduct``. Default: 0. */
  rings?: number;
}

/** Whether a unit breaks at once. */
export interface ShockCheckOutcome {
  /** The best score that it could still reach; null for units that have no test of their own. */
  best_score: number | null;
  /** Whether it takes casualties and retreats or hides at once. */
  breaks: boolean;
}

/** A unit of a roster. */
export interface ValidateUnitRequest {
  /** The unit. */
  unit: Unit;
  /** Whether it is a regiment of Cossacks. Default: false. */
  cossacks?: boolean;
  /** Of an armoured train: whether its model has a locomotive. Default: true. */
  has_locomotive?: boolean;
  /** Of an armoured train: whether its model has a gun carriage. Default: true. */
  has_gun_carriage?: boolean;
}

/** What a well-formed unit is. */
export interface ValidateUnitOutcome {
  /** What is unusual about it. */
  remarks: Remark[];
  /** How many figures, guns, carriages or vehicles stand on its bases; null where the book does not say. */
  models: number | null;
  /** What it fires with; a vehicle, or a train, uses one of them at a time. */
  weapons: Weapon[];
  /** Whether its guns have shields. */
  has_shields: boolean;
}

/** Something unusual that is allowed. */
export interface Remark {
  /** The id of the rule that says what is usual. */
  rule: string;
  /** What is unusual. */
  message: string;
  /** The field that it is about, as a JSON path. */
  path: string;
}

/** A scenario to be looked over. */
export interface ValidateScenarioRequest {
  /** The scenario. */
  scenario: Scenario;
}

/** What a game begins with. */
export interface Scenario {
  /** What it is called. */
  title: string;
  /** The map and the units on it, as the first turn begins. */
  field: Field;
  /** The number of the last turn. */
  turn_limit: number;
  /** What the players are meant to do, for them to read; `VictoryCondition` judges it. Default: "". */
  objectives?: string;
  /** The jokers in each deck. Default: 2. */
  jokers?: number;
  /** The decks that are shuffled together. Default: 1. */
  decks?: number;
  /** The side whose HQ acts first. Default: "red". */
  first_player?: Side;
  /** The turns in which a side has an aeroplane over its target. Default: []. */
  aeroplanes?: AeroplaneMission[];
  /** Whether a table smaller than the book advises will do. Default: false. */
  allow_small_board?: boolean;
  /** The zones in which sides deploy units before the first turn, in that order; `red_square.act`. Default: []. */
  deployments?: Deployment[];
  /** The units that come later, in the order in which they are placed. Default: []. */
  reinforcements?: Reinforcement[];
  /** Who holds places of the map as the game begins; of others those who stand there. Default: []. */
  held?: HeldPlace[];
  /** Who wins; null where the choice `victory` says so, or nobody. Default: null. */
  victory?: Victory | null;
  /** Where the scenario comes from, and what is made up in it. Default: "". */
  source?: string;
}

/** An aeroplane that is over its target. */
export interface AeroplaneMission {
  /** Whose it is. */
  side: Side;
  /** The number of the turn. */
  turn: number;
}

/** A zone with the units that a side deploys in it before the first turn. */
export interface Deployment {
  /** Whose units they are. */
  side: Side;
  /** The squares of the zone. */
  squares: ([number, number])[];
  /** The units, in no square yet, in the order in which they are placed. */
  units: Unit[];
}

/** A unit that comes later. */
export interface Reinforcement {
  /** The unit, in no square yet. */
  unit: Unit;
  /** The turn before whose deal it may be placed. */
  turn: number;
  /** The squares where it may be placed. */
  squares: ([number, number])[];
}

/** A place of the map and the side that holds it. */
export interface HeldPlace {
  /** The name of the place. */
  place: string;
  /** The side that was the last to have a unit there, figures and horses not counted. */
  side: Side;
}

/** Who wins. */
export interface Victory {
  /** Points for places. Default: []. */
  places?: PlacePoints[];
  /** Points for losses. Default: []. */
  losses?: LossPoints[];
  /** Points for units that leave. Default: []. */
  exits?: ExitPoints[];
  /** By how much the best side must lead at the end; otherwise it is a draw. Default: 1. */
  margin?: number;
  /** The score with which a side wins at once, if it leads; null to wait for the end. Default: null. */
  at_once?: number | null;
  /** Whether a side wins at once when no other has a unit left. Default: false. */
  last_side_standing?: boolean;
}

/** Points for a place, to the side that holds it at the end. */
export interface PlacePoints {
  /** The name of the place. */
  place: string;
  /** How many. */
  points: number;
  /** The only side that scores them; "" for any. Default: "". */
  side?: string;
}

/** Points for what a side loses. */
export interface LossPoints {
  /** The side that loses it. */
  of: string;
  /** The side that scores. */
  to: string;
  /** How many for each unit that is lost, or for what the ruleset counts in its place. */
  points: number;
}

/** Points for units that leave the map. */
export interface ExitPoints {
  /** Whose they are, and who scores. */
  side: string;
  /** How many for each. */
  points: number;
  /** Where they must leave, as the ruleset names it; "" for anywhere. Default: "". */
  edge?: string;
}

/** What a well-formed scenario has that is unusual. */
export interface ValidateScenarioOutcome {
  /** What is unusual about it. */
  remarks: Remark[];
  /** How many units the Reds have, command figures and horse holders not counted. */
  red_units: number;
  /** How many the Whites have. */
  white_units: number;
}

/** Some who are to share a square. */
export interface OccupancyRequest {
  /** All who would be in it at once, the newcomer too. */
  occupants: Occupant[];
}

/** One who is to share a square. */
export interface Occupant {
  /** What it is. */
  kind: Kind;
  /** Red or White. */
  side: Side;
  /** Its bases. Default: 1. */
  bases?: number;
  /** Its formation, which matters only for infantry in Defence. Default: null. */
  formation?: Formation | null;
}

/** What holds of a square that may be shared. */
export interface OccupancyOutcome {
  /** The troop types in it, in the order of the table; command figures have none. */
  types: TroopType[];
  /** The MG bases in it. */
  mg_bases: number;
  /** Its vehicles, in halves of an armoured car: a light tank is 3, a heavy tank 4. */
  vehicle_halves: number;
}

export type TroopType = "infantry" | "cavalry" | "artillery" | "mg" | "vehicles" | "train" | "horse_holders";

/** What a unit means to do in an activation. */
export interface OrderLegalityRequest {
  /** What it is. */
  kind: Kind;
  /** Its order; of MGs and tchankas that of the unit that they accompany. Default: null. */
  order?: Order | null;
  /** Its formation when it is activated. Default: null. */
  formation?: Formation | null;
  /** Whether it could change formation now; a regiment of one base, or one without room for its horses, cannot dismount. Default: true. */
  can_change_formation?: boolean;
  /** How well it was activated; a unit below 0 has nothing to decide. Default: "automatic". */
  band?: Band;
  /** What it means to do, in that order; nothing if it does nothing. Default: []. */
  actions?: IntendedAction[];
  /** The formation into which it means to change. Default: null. */
  new_formation?: Formation | null;
  /** The enemy units that it knows of; if it knows none, all that are on the table. Default: []. */
  enemies?: KnownEnemy[];
  /** Whether any legal move takes it nearer to the nearest of them. Default: true. */
  can_come_nearer?: boolean;
}

export type IntendedAction =
  | "move"
  | "wheel"
  | "change_formation"
  | "fire"
  | "hold_fire"
  | "dig_in"
  | "rally"
  | "replace_casualties";

/** An enemy unit that a unit knows of. */
export interface KnownEnemy {
  /** How many squares off it is when the unit is activated. */
  range: number;
  /** How many after the intended move; null if that does not change. Default: null. */
  range_after?: number | null;
  /** The aspect that it presents to the unit now. Default: "front". */
  aspect?: Aspect;
  /** The one after the intended move; null if that does not change. Default: null. */
  aspect_after?: Aspect | null;
  /** Whether it is in the open. Default: true. */
  in_open?: boolean;
  /** Whether it is within 45 degrees of the unit's facing. Default: true. */
  in_arc?: boolean;
  /** Whether it is observed and may be fired at now. Default: false. */
  is_target?: boolean;
  /** Whether the unit made it retreat or hide. Default: false. */
  was_broken?: boolean;
}

/** How what a unit means to do stands to its order. */
export interface OrderLegalityOutcome {
  /** What it must do, and does. */
  demand: Demand;
  /** The formation into which it must change; null if it need not. */
  formation: Formation | null;
  /** The order that is in force from now on: a counter attack that is called for is an attack, and an attack ends in a rally. */
  order: Order | null;
}

export type Demand = "nothing" | "advance" | "change_formation" | "fire";

/** A headquarters that sends a unit a new order, as that unit is activated. */
export interface OrderRollRequest {
  /** How many squares the unit is from the headquarters. */
  distance: number;
  /** How well the unit was activated. Default: "automatic". */
  band?: Band;
  /** Whether the unit is under fire. Default: false. */
  under_fire?: boolean;
  /** Whether it is in a wood. Default: false. */
  in_wood?: boolean;
  /** Whether it is in a building. Default: false. */
  in_building?: boolean;
  /** Whether the headquarters moves in this turn. Default: false. */
  hq_moves?: boolean;
  /** Whether the headquarters is under fire. Default: false. */
  hq_under_fire?: boolean;
  /** What the headquarters scored in this turn; null if it was not tested. Default: null. */
  hq_score?: number | null;
}

/** Whether a new order got through. */
export interface OrderRollOutcome {
  /** What the D6 had to show at least: 1 or less needs no roll, and neither does 7 or more. */
  needed: number;
  /** Whether the unit has the new order. */
  arrives: boolean;
}

/** A unit that means to place a digging marker. */
export interface DigInRequest {
  /** What it is. */
  kind: Kind;
  /** Its formation, if it has one. Default: null. */
  formation?: Formation | null;
  /** How well it was activated. Default: "automatic". */
  band?: Band;
  /** The digging markers that it has. Default: 0. */
  digging_markers?: number;
  /** Whether it has made a step or a wheel in this turn, or means to. Default: false. */
  moved?: boolean;
  /** Whether it has fired in this turn, or means to. Default: false. */
  fired?: boolean;
  /** Whether it placed a marker in this turn already. Default: false. */
  dug?: boolean;
  /** Whether the scenario lets units dig in. Default: true. */
  may_dig?: boolean;
}

/** What a unit has dug. */
export interface DigInOutcome {
  /** Its digging markers now. */
  digging_markers: number;
}

/** A unit with digging markers that is about to be shot at for the first time in a turn. */
export interface TrenchRollRequest {
  /** Its digging markers. */
  digging_markers: number;
}

/** Whether digging markers became trenches. */
export interface TrenchRollOutcome {
  /** Whether the unit lies in trenches now; its markers stay in any case. */
  temporary_trenches: boolean;
}

/** Buildings at which artillery has fired a shot of at least one die. */
export interface BuildingFireRequest {
  /** Whether they are of stone or brick, or of wood or straw. */
  material: Material;
  /** Whether any unit hides there. Default: false. */
  hiding?: boolean;
  /** The cards left in the undealt rest; null for a whole fresh deck. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled to make a new rest when that is exhausted. Default: []. */
  discards?: string[];
}

export type Material = "stone" | "wood";

/** What an artillery shot did to the buildings of a square. */
export interface BuildingFireOutcome {
  /** Whether they burn from now on: no unit may enter, and they give no cover. */
  burning: boolean;
  /** Whether troops who hide there must retreat at once. */
  driven_out: boolean;
  /** The card drawn; none is named where the request names no deck. */
  cards: string[];
}

/** Wire in a square at which artillery has fired a shot. */
export interface WireRequest {
  /** The hit markers of that one shot. */
  hits: number;
  /** The cards left in the undealt rest; null for a whole fresh deck. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled to make a new rest when that is exhausted. Default: []. */
  discards?: string[];
}

/** What an artillery shot did to the wire of a square. */
export interface WireOutcome {
  /** Whether the wire is gone. */
  removed: boolean;
  /** The cards drawn, in order; none are named where the request names no deck. */
  cards: string[];
}

/** A unit that means to enter a square with wire. */
export interface WireCrossingRequest {
  /** What it is. */
  kind: Kind;
  /** The step by which it enters. */
  direction: SquareDirection;
  /** Its formation, if it has one. Default: null. */
  formation?: Formation | null;
  /** The steps by which tanks have entered the square. Default: []. */
  gaps?: SquareDirection[];
}

/** How a unit may enter a square with wire. */
export interface WireCrossingOutcome {
  /** Freely, or as its only action of a whole turn. */
  crossing: WireCrossing;
}

export type WireCrossing = "free" | "whole_turn" | "forbidden";

/** A battalion in support that means to make good the losses of a neighbour. */
export interface ReplaceCasualtiesRequest {
  /** The battalion in support, which has been activated. */
  supporter: Battalion;
  /** The battalion that lost bases. */
  front: Battalion;
  /** How many squares are between them. Default: 1. */
  distance?: number;
  /** How well the supporter was activated. Default: "automatic". */
  band?: Band;
  /** Whether it moves in this activation. Default: false. */
  moved?: boolean;
}

/** A battalion that gives bases, or gets them. */
export interface Battalion {
  /** Its bases. */
  bases: number;
  /** The bases that it has lost. Default: 0. */
  bases_removed?: number;
  /** The name of its CO; "" if it has none. Default: "". */
  regiment?: string;
  /** The state that it is in. Default: "steady". */
  state?: State;
  /** Its name; "" where it does not matter. Default: "". */
  name?: string;
  /** Whose it is; null where it does not matter. Default: null. */
  side?: Side | null;
}

/** What two battalions have afterwards. */
export interface ReplaceCasualtiesOutcome {
  /** How many bases changed over. */
  given: number;
  /** The battalion in support. */
  supporter: Battalion;
  /** The battalion in front. */
  front: Battalion;
}

/** A detachment of vehicles, or a company of tchankas, whose hit markers are resolved. */
export interface VehicleHitsRequest {
  /** What it is. */
  kind: VehicleKind;
  /** Its vehicles. */
  bases: number;
  /** The rings on the vehicle that has some. Default: 0. */
  rings?: number;
  /** The weapon of every marker, in the order received. */
  marker_weapons: Weapon[];
  /** Whether its latest activation brought it nearer to the nearest enemy and it stands in the open. Default: false. */
  advancing_in_open?: boolean;
  /** Whether it has neither moved nor fired since the beginning of its latest activation. Default: false. */
  idle?: boolean;
  /** Whether it is in cover: wood, building, trenches or a reverse slope. Default: false. */
  in_cover?: boolean;
  /** Whether it is being activated on a card of its own. Default: false. */
  card_in_play?: boolean;
  /** The cards that it holds unplayed. Default: 0. */
  unplayed_cards?: number;
  /** The cards left in the undealt rest; null for a whole fresh deck. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled in when the rest is exhausted. Default: []. */
  discards?: string[];
}

export type VehicleKind = "armoured_car" | "light_tank" | "heavy_tank" | "truck" | "tchanka";

/** What the markers did to a detachment. */
export interface VehicleHitsOutcome {
  /** The vehicles lost. */
  bases_lost: number;
  /** The rings received, from the markers and from cards, those that removed a vehicle included. */
  rings_added: number;
  /** The vehicles that are left. */
  bases: number;
  /** The rings that are left on the vehicle that has some. */
  rings: number;
  /** Whether no vehicle is left. */
  destroyed: boolean;
  /** Whether it loses the card that it is being activated on, which ends the activation. */
  card_in_play_lost: boolean;
  /** How many of its unplayed cards it loses. */
  unplayed_cards_lost: number;
  /** Whether its next activation must be a retreat. */
  must_retreat: boolean;
  /** Whether it may neither move nor fire until the end of its activations in the following turn. */
  pinned: boolean;
  /** The cards drawn, in order; none are named where the request names no deck. */
  cards: string[];
}

/** An armoured train whose hit markers are resolved, or next to which enemy infantry has come. */
export interface TrainHitsRequest {
  /** Its rings. Default: 0. */
  rings?: number;
  /** The weapon of every marker, in the order received. Default: []. */
  marker_weapons?: Weapon[];
  /** Whether it has neither moved nor fired since the beginning of its latest activation. Default: false. */
  idle?: boolean;
  /** Whether enemy infantry, or dismounted cavalry, has moved into a square next to it. Default: false. */
  infantry_adjacent?: boolean;
  /** The cards left in the undealt rest; null for a whole fresh deck. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled in when the rest is exhausted. Default: []. */
  discards?: string[];
}

/** What the markers did to an armoured train. */
export interface TrainHitsOutcome {
  /** The rings received. */
  rings_added: number;
  /** Its rings, 5 at most. */
  rings: number;
  /** Whether it is damaged, from the fourth ring on, and must retreat each time it is activated. */
  damaged: boolean;
  /** Whether it is disabled for good by the fifth: it neither moves nor fires and is open to capture. */
  disabled: boolean;
  /** Whether it must retreat: it is damaged or enemy infantry is next to it, and it can still move. */
  must_retreat: boolean;
  /** The cards drawn, in order; none are named where the request names no deck. */
  cards: string[];
}

/** A unit that lost bases and those who accompany it, or an MG company that accompanies nobody and was hit. */
export interface FateRequest {
  /** The bases that the unit has just lost; for artillery bases, not rings. Default: 0. */
  bases_lost?: number;
  /** Those in its square who draw, in the order COs, Commissars, CHEKA, MG bases: its own CO unless pinned, every Commissar and CHEKA, and each base of MGs that fired since the unit's previous activation. Default: []. */
  companions?: Companion[];
  /** Or: the bases of an MG company in whose square is no combat unit, after its casualties. Default: 0. */
  lone_mg_bases?: number;
  /** The hit markers that it has just resolved. Default: 0. */
  lone_mg_hits?: number;
  /** The cards left in the undealt rest; null for a whole fresh deck. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled in when the rest is exhausted. Default: []. */
  discards?: string[];
}

export type Companion = "co" | "commissar" | "cheka" | "mg";

/** What happens to each companion. */
export interface FateOutcome {
  /** The fate of each companion, in the order of the request; of an MG company alone, of each of its bases. */
  fates: Fate[];
  /** The cards drawn, in order; none are named where the request names no deck. */
  cards: string[];
}

export type Fate = "ok" | "pinned" | "removed";

/** An MG company whose unit begins to retreat. */
export interface MgSaveRequest {
  /** The surviving bases of the company. */
  bases: number;
}

/** Whether the guns are saved. */
export interface MgSaveOutcome {
  /** Whether they retreat with the unit; otherwise the company is removed. */
  saved: boolean;
}

/** A whole move of one activation, action by action. */
export interface MoveRequest {
  /** The field at this moment. */
  field: Field;
  /** The name of the unit. */
  unit: string;
  /** What it does, in order. */
  actions: (Step | Wheel | Face | ChangeFormation | Limber | Unlimber | Mount | Dismount | FerryAcross)[];
  /** How well it was activated. Default: "automatic". */
  band?: Band;
  /** The suit of the card of the activation; "" for a joker or none. Default: "". */
  suit?: Suit;
  /** Whether a Commissar or CHEKA lets it disregard spades, at their price. Default: false. */
  ignores_spades?: boolean;
}

/** A step into a neighbouring square. */
export interface Step {
  kind: "step";
  /** The direction. */
  to: SquareDirection;
  /** The free turn in the square entered; "road" is for masses that follow a road. Default: "keep". */
  then?: Turn;
  /** Of dismounted cavalry: the square to which its horses go with it; null for the best by default, or to leave them where they are if they may stay. Default: null. */
  horses?: [number, number] | null;
}

export type Turn = "keep" | "left" | "right" | "about" | "road";

/** A wheel of 45 or 90 degrees on the spot. */
export interface Wheel {
  kind: "wheel";
  /** How many times 45 degrees: clockwise above 0, counter-clockwise below. */
  eighths: number;
}

/** A free change of face of an MG company. */
export interface Face {
  kind: "face";
  /** Where it faces afterwards. */
  to: Facing;
}

/** A change of the formation of infantry, or of horsed cavalry between mounted and scouting. */
export interface ChangeFormation {
  kind: "change_formation";
  /** The new formation. */
  to: Formation;
}

/** Guns are limbered. */
export interface Limber {
  kind: "limber";
}

/** Guns are unlimbered. */
export interface Unlimber {
  kind: "unlimber";
}

/** Dismounted cavalry goes back to its horses and mounts. */
export interface Mount {
  kind: "mount";
}

/** Horsed cavalry dismounts. */
export interface Dismount {
  kind: "dismount";
  /** The square in which the horses are held; null for the best by default. Default: null. */
  horses?: [number, number] | null;
}

/** A crossing of a river by a ferry: the whole activation of two successive turns. */
export interface FerryAcross {
  kind: "ferry_across";
  /** The direction of the far side. */
  to: SquareDirection;
}

export type Suit = "H" | "D" | "C" | "S" | "";

/** Where the move ends, if nothing interrupts it. */
export interface MoveOutcome {
  /** The unit afterwards. */
  unit: Unit;
  /** Its horse holders, if the move places, moves or removes them. */
  horses: Unit | null;
  /** The squares entered, in order. */
  path: ([number, number])[];
  /** The squares of its move that it used. */
  used: number;
  /** Whether it entered a square held by an enemy or next to one, so that it had to test beforehand. */
  near_enemy: boolean;
  /** The names of the enemies whose squares it entered; each overrun is still to be settled. */
  overruns: string[];
  /** The gaps that a tank made in barbed wire. */
  gaps: WireGap[];
  /** Whether a tank bogged in the attempt to enter or leave closed terrain. */
  bogged: boolean;
}

/** A unit that must retreat. */
export interface RetreatRequest {
  /** The field at this moment. */
  field: Field;
  /** The name of the unit. */
  unit: string;
  /** The names of the MG companies that were saved, and of the tchankas, which go with it. Default: []. */
  companions?: string[];
  /** Whether it is in retreat afterwards until it rallies; a damaged vehicle and a train are not. Default: true. */
  goes_on?: boolean;
}

/** Where the unit has gone. */
export interface RetreatOutcome {
  /** The unit afterwards. */
  unit: Unit;
  /** The squares entered, in order; its horses' square first where it remounted there. */
  path: ([number, number])[];
  /** Whether it left over its own edge. */
  off_table: boolean;
  /** Every unit that changed, as it is now: the unit, its companions, and its horse holders if it remounted. */
  units: Unit[];
}

/** A cavalry regiment that dismounts where it stands, or goes back to its horses and mounts. */
export interface DismountRequest {
  /** The field at this moment. */
  field: Field;
  /** The name of the regiment. */
  unit: string;
  /** Whether it dismounts or mounts again. Default: "dismount". */
  what?: "dismount" | "mount";
  /** How well it was activated. Default: "automatic". */
  band?: Band;
}

/** How the regiment stands afterwards. */
export interface DismountOutcome {
  /** The regiment. */
  unit: Unit;
  /** Its horse holders; removed from the table once it has mounted. */
  horses: Unit;
  /** How many of its bases fire. */
  firing_bases: number;
}

/** A unit that infantry or cavalry is about to overrun. */
export interface FlightRequest {
  /** What it is. */
  target_kind: Kind;
  /** Its formation, if it has one. Default: null. */
  target_formation?: Formation | null;
  /** Its state. Default: "steady". */
  target_state?: State;
  /** Its quality. Default: "normal". */
  target_quality?: Quality;
  /** Which side it shows to the square that the mover comes from. Default: "front". */
  aspect?: Aspect;
  /** What it is in. Default: "none". */
  cover?: Cover;
  /** Of MGs, figures and transport: whether a unit that can fight is in their square. Default: false. */
  accompanied?: boolean;
  /** What overruns it. Default: "cavalry". */
  mover_kind?: Kind;
  /** The formation of the mover. Default: "mounted". */
  mover_formation?: Formation | null;
}

export type Cover = "none" | "wood" | "building" | "trench" | "reverse_slope";

/** Whether a unit that was to be overrun is gone. */
export interface FlightOutcome {
  /** Whether it flees, which removes it; otherwise it stands and fights. */
  flees: boolean;
  /** Why it could be overrun. */
  grounds: Grounds;
}

export type Grounds = "helpless" | "flank" | "shaken";

/** Mounted cavalry that ended its move next to enemies in the open. */
export interface MountedCombatRequest {
  /** The field after the move. */
  field: Field;
  /** The name of the cavalry. */
  attacker: string;
  /** The name of the unit that it attacks; "" leaves the choice of those that it may attack to its owner. Default: "". */
  target?: string;
  /** How many squares of its move it has not used. Default: 0. */
  squares_left?: number;
  /** Whether the target has just stood against an overrun; scouts that did slip away no more. Default: false. */
  has_stood?: boolean;
  /** The cards left in the undealt rest; null for a whole fresh deck. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled in when the rest is exhausted. Default: []. */
  discards?: string[];
}

/** The units after a mounted attack. */
export interface MountedCombatOutcome {
  /** The name of the unit that charged. */
  attacker: string;
  /** The name of the unit that it charged. */
  target: string;
  /** How the charge was settled. */
  settled: Settled;
  /** The combats that were fought, at most two: the charge and, after a stand, a second. */
  combats: CombatReport[];
  /** The names of those who are removed, in the order of their going. */
  removed: string[];
  /** Where the unit that followed up last went, square by square with its facing; empty if none did. */
  followed_up: ([[number, number], "N" | "NE" | "E" | "SE" | "S" | "SW" | "W" | "NW"])[];
  /** Whether following up brought a new contact with the same opponents. */
  contact_again: boolean;
  /** Every unit that changed, as it is now, in the order of the rosters. */
  units: Unit[];
  /** What scouts who withdrew have observed. */
  observations: Observation[];
  /** The cards drawn, in order; none are named where the request names no deck. */
  cards: string[];
}

export type Settled = "combat" | "overrun" | "withdrawal";

/** One exchange of blows. */
export interface CombatReport {
  /** The name of the unit that charged. */
  attacker: string;
  /** The name of the unit that it charged. */
  target: string;
  /** The hits that the attacker suffered, from the target, its MGs and its tchankas. */
  attacker_hits: number;
  /** The hits that the target suffered. */
  target_hits: number;
  /** The side that suffered fewer hits. */
  winner: Winner;
  /** The bases that the attacker lost. */
  attacker_bases_lost: number;
  /** The bases that the target lost. */
  target_bases_lost: number;
}

export type Winner = "attacker" | "target" | "neither";

/** Mounted cavalry against a unit in the open that stands. */
export interface MountedExchangeRequest {
  /** The bases of the cavalry. */
  attacker_bases: number;
  /** Its quality. Default: "normal". */
  attacker_quality?: Quality;
  /** What it attacks. */
  target_kind: Fighter;
  /** The formation of the target; tchankas have none. Default: null. */
  target_formation?: Formation | null;
  /** The bases of the target, of dismounted cavalry that which holds the horses included. */
  target_bases: number;
  /** Of dismounted cavalry: whether one of its bases still holds its horses. Default: true. */
  target_has_horses?: boolean;
  /** Its quality. Default: "normal". */
  target_quality?: Quality;
  /** The rings that artillery or tchankas have already. Default: 0. */
  target_rings?: number;
  /** Which side the target shows; tchankas always show their front. Default: "front". */
  aspect?: Aspect;
  /** The bases of each MG company in the target's square that has the attacker in its arc, pinned ones left out. Default: []. */
  mgs?: number[];
  /** How many tchankas beside the target in its square have the attacker in their arc. Default: 0. */
  tchankas?: number;
  /** The cards left in the undealt rest, for hits on tchankas; null for a whole fresh deck. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled in when the rest is exhausted. Default: []. */
  discards?: string[];
}

export type Fighter = "infantry" | "cavalry" | "artillery" | "tchanka";

/** What an exchange of blows came to. */
export interface MountedExchangeOutcome {
  /** The hits that the attacker suffered, from the target, its MGs and its tchankas. */
  attacker_hits: number;
  /** The hits that the target suffered. */
  target_hits: number;
  /** The side that suffered fewer hits. */
  winner: Winner;
  /** The bases that the attacker lost. */
  attacker_bases_lost: number;
  /** The bases that the target lost. */
  target_bases_lost: number;
  /** The rings that are left on the base of guns, or on the tchanka, that has some. */
  target_rings: number;
  /** The cards drawn for tchankas, in order; none are named where the request names no deck. */
  cards: string[];
}

/** Scouting cavalry that an enemy fires at, with at least one die, or charges. */
export interface ScoutingContactRequest {
  /** The field as it is, the markers of this shot already on the scouts. */
  field: Field;
  /** The name of the scouting cavalry. */
  scouts: string;
  /** The name of the unit that fired or charges. */
  enemy: string;
  /** How many of their markers are of this shot. Default: 0. */
  markers?: number;
  /** Whether the enemy charges; scouts then slip away without any die. Default: false. */
  charged?: boolean;
}

/** What scouts did. */
export interface ScoutingContactOutcome {
  /** Whether they have observed the enemy; never when they are charged. */
  observed: boolean;
  /** The name of the friend to whom they withdrew; "" if no friend is on the table, and they stay. */
  friend: string;
  /** Where they are now. */
  square: [number, number];
  /** The markers of this shot that they do not suffer. */
  markers_dropped: number;
  /** Those who changed, as they are now; empty if they stay. */
  units: Unit[];
  /** What they, and the friend, have observed. */
  observations: Observation[];
}

/** A step into the square of an enemy. */
export interface OverrunRequest {
  /** The field at this moment, the mover still in the square that it steps from. */
  field: Field;
  /** The name of the unit that makes the step. */
  mover: string;
  /** The enemy's square. */
  square: [number, number];
  /** How many squares of its move are left to the mover after this step. Default: 0. */
  squares_left?: number;
  /** The cards left in the undealt rest; null for a whole fresh deck. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled in when the rest is exhausted. Default: []. */
  discards?: string[];
}

/** The units after an overrun. */
export interface OverrunOutcome {
  /** Whether every unit there fled and the mover now stands in the square. */
  entered: boolean;
  /** The names of those who fled or were captured, then of those who fell in the mounted combat. */
  removed: string[];
  /** The name of the unit that stood and fought; "" for none. */
  stood: string;
  /** Whether the mover has entered and may make one more step. */
  may_go_on: boolean;
  /** The markers that the shot of the unit that stood put on the mover. */
  shot_hits: number;
  /** The mounted combat that followed; null for none. */
  combat: MountedCombatOutcome | null;
  /** Every unit that changed, as it is now, in the order of the rosters. */
  units: Unit[];
  /** What scouts who withdrew have observed. */
  observations: Observation[];
  /** The cards drawn, in order; none are named where the request names no deck. */
  cards: string[];
  /** The square whose building the shot of guns that stood has set on fire. */
  burning: [number, number] | null;
  /** The square whose wire it has removed. */
  wire_removed: [number, number] | null;
}

/** A shot at a unit, which is then activated alone before anything else happens to it. */
export interface FireEffectRequest {
  /** The shot, by dice and score or by its facts. */
  shot: FireRequest;
  /** Whether it is fired by rifles or MGs; not needed with a profile. Default: false. */
  small_arms?: boolean;
  /** What it is fired at; cavalry that is not scouting. Default: "infantry". */
  target?: Target;
  /** The target's quality. Default: "normal". */
  quality?: Quality;
  /** Its bases. */
  bases: number;
  /** The bases that it has lost for good. Default: 0. */
  bases_removed?: number;
  /** The markers that it has already. Default: 0. */
  markers?: number;
  /** Of artillery: the rings on the base that has some. Default: 0. */
  rings?: number;
  /** Whether it hides or retreats. Default: false. */
  broken?: boolean;
  /** Whether it hid in the turn before, for as long as the test looks back. Default: false. */
  hid_last_turn?: boolean;
  /** Whether its CO is with it and not pinned. Default: false. */
  co_present?: boolean;
  /** Whether a Red CHEKA or Commissar that is not pinned is in the square of the guns or beside it. Default: false. */
  political_help?: boolean;
  /** Whether it will have advanced, and stand in the open, when its markers are resolved. Default: false. */
  advancing_in_open?: boolean;
  /** Whether it will have neither moved nor fired since the beginning of its latest activation. Default: false. */
  idle?: boolean;
  /** Whether it is in cover. Default: false. */
  in_cover?: boolean;
}

export type Target = "infantry" | "cavalry" | "artillery";

/** The state of the target after the shot. */
export interface FireEffectOutcome {
  /** The hit markers of the shot. */
  hits: number;
  /** Whether it breaks at once. */
  breaks: boolean;
  /** How well it is activated next; null if it broke, for then it acts no more in this turn. */
  band: Band | null;
  /** Whether it retreats or hides: because it broke, because its score is below 0, or because horsemen under fire score less than 2 or guns are under fire by small arms. */
  driven_off: boolean;
  /** The bases that its markers cost it. */
  bases_lost: number;
  /** Of artillery: the rings that they cost it. */
  rings_added: number;
  /** Whether nothing is left of it. */
  destroyed: boolean;
}

/** An armoured train whose two cards are turned over. */
export interface TrainActivationRequest {
  /** The two cards. */
  cards: string[];
  /** Elite, normal or poor. Default: "normal". */
  quality?: Quality;
  /** Its rings; four damage it, five disable it. Default: 0. */
  rings?: number;
  /** Its hit markers still to be resolved. Default: 0. */
  markers?: number;
  /** Whether it means to move next to the enemy. Default: false. */
  enters_enemy_adjacent?: boolean;
  /** Whether it has moved in this turn. Default: false. */
  has_moved?: boolean;
  /** Whether it has fired, held its fire or been otherwise busy in this turn. Default: false. */
  has_acted?: boolean;
  /** What it has aboard; null for nothing. Default: null. */
  carries?: Kind | null;
}

/** What a train may do in its one activation of the turn. */
export interface TrainActivationOutcome {
  /** The card that it kept. */
  card: string;
  /** How well it was activated; null for one that is disabled and has no activation. */
  band: Band | null;
  /** Whether it goes back along its track instead of acting. */
  must_retreat: boolean;
  /** What it may do otherwise: one of these; it does not both move and fire. */
  actions: TrainAction[];
}

export type TrainAction = "move" | "fire" | "hold_fire" | "unload" | "board" | "nothing";

/** A train that takes a unit aboard, or puts it off. */
export interface BoardingRequest {
  /** The field. */
  field: Field;
  /** The name of the train. */
  train: string;
  /** The name of the unit. */
  unit: string;
  /** Where the unit gets off; null for a unit that goes aboard. Default: null. */
  square?: [number, number] | null;
  /** Where it faces when it has got off. Default: "N". */
  facing?: Facing;
  /** How well the train was activated. Default: "automatic". */
  band?: Band;
}

/** The result of going aboard or getting off. */
export interface BoardingOutcome {
  /** The train afterwards. */
  train: Unit;
  /** The unit that it carries, or carried, afterwards. */
  unit: Unit;
}

/** A card that is played. */
export interface ActivateRequest {
  /** The field at this moment. */
  field: Field;
  /** Those whom the card activates: one unit, or those of a CO's group, in the order in which they act. */
  units: string[];
  /** The card; "" for an HQ, which has none. Default: "". */
  card?: string;
  /** The name of the CO whose card it is; "" for a unit of its own. Default: "". */
  commander?: string;
  /** The cards left to draw from; null for a whole fresh deck with two jokers. Default: null. */
  deck?: string[] | null;
  /** The cards that are shuffled to draw on when those are exhausted. Default: []. */
  discards?: string[];
}

/** The field and the cards after an activation. */
export interface ActivateOutcome {
  /** The field afterwards. */
  field: Field;
  /** How well the units were activated; null if no unit could use the card. */
  band: Band | null;
  /** The divided score; null without a test. */
  score: number | null;
  /** The cards drawn, in order. */
  cards: string[];
  /** The unplayed cards that units of either side gave up or lost. */
  surrendered: string[];
}

/** A game that goes on by one step: the deal, the headquarters, one card, or the end of the turn. */
export interface TurnStepRequest {
  /** The game. */
  game: Game;
}

/** A game at a moment between two cards. */
export interface Game {
  /** What it began with. */
  scenario: Scenario;
  /** The field as it is now; its turn is the one being played. */
  field: Field;
  /** Where the turn is. Default: "deal". */
  phase?: TurnPhase;
  /** The cards that were not dealt and are not drawn yet. Default: []. */
  deck?: string[];
  /** The cards played, lost and drawn in this turn. Default: []. */
  discards?: string[];
  /** The hands with the cards still to be played, in the order of the deal. Default: []. */
  hands?: Hand[];
  /** The cards that are turned over and still to be played, in the order of play. Default: []. */
  plays?: Play[];
  /** The side that acted last in this turn; null if neither has acted. Default: null. */
  last_side?: Side | null;
  /** How the game ended; null as long as it goes on. Default: null. */
  result?: TurnGameResult | null;
}

export type TurnPhase = "deal" | "hq" | "officer" | "standalone" | "end";

export type TurnGameResult = "red" | "white" | "undecided";

/** The game after one step of a turn. */
export interface TurnStepOutcome {
  /** The game afterwards. */
  game: Game;
  /** The phase that the step belonged to. */
  phase: TurnPhase;
  /** Whose card was played; "" for none. */
  holder: string;
  /** The card that was played; "" for none. */
  card: string;
}

/** A game whose turn is played, from where it is to its end. */
export interface TurnRequest {
  /** The game. */
  game: Game;
}

/** The game after a turn. */
export interface TurnOutcome {
  /** The game afterwards: before the deal of the next turn, or over. */
  game: Game;
  /** Whose cards were played, in order. */
  played: string[];
}

/** A scenario that is to be played. */
export interface BeginGameRequest {
  /** The scenario. */
  scenario: Scenario;
}

/** A game that begins. */
export interface BeginGameOutcome {
  /** The state, before the first action. */
  state: StateState;
  /** What there is to tell of it. */
  events: string[];
}

/** A whole game at a moment between two actions. */
export interface StateState {
  /** The scenario, the field, and where every card is. */
  game: Game;
  /** How many zones of the scenario are deployed; the next is being deployed. Default: 0. */
  zone?: number;
  /** The units that could be placed and are not, until the next turn. Default: []. */
  held_back?: string[];
  /** The places that were entered or held from the beginning, with the side that was there last. Default: []. */
  held?: HeldPlace[];
  /** How the game ended; null as long as it goes on. Default: null. */
  result?: GameResult | null;
}

/** How a game ended. */
export interface GameResult {
  /** The side that won; null for a draw. */
  winner: string | null;
  /** Why, in a sentence. */
  reason: string;
  /** The rule that says so. */
  rule: string;
  /** What each side scored, in the order of the sides; empty where nobody counts. Default: []. */
  points?: ([string, number])[];
}

/** A game that goes on by an action. */
export interface ActRequest {
  /** The state. */
  state: StateState;
  /** The action. */
  action: Deploy | Done | Arrive | HoldBack | Deal | Command | PlayCard | EndTurn;
}

/** A unit is placed in its zone before the first turn. */
export interface Deploy {
  kind: "deploy";
  /** The unit. */
  unit: string;
  /** Where. */
  square: [number, number];
  /** Where it faces. */
  facing: Facing;
  /** Its formation; null for those without. */
  formation: Formation | null;
}

/** A side has deployed a zone. */
export interface Done {
  kind: "done";
}

/** A reinforcement is placed before the deal, facing the enemy's edge. */
export interface Arrive {
  kind: "arrive";
  /** The unit. */
  unit: string;
  /** Where. */
  square: [number, number];
}

/** A unit that could be placed is not, until the next turn. */
export interface HoldBack {
  kind: "hold_back";
  /** The unit. */
  unit: string;
}

/** The cards of a turn are dealt. */
export interface Deal {
  kind: "deal";
}

/** The headquarters of both sides act, and the cards are turned over and put in order. */
export interface Command {
  kind: "command";
}

/** The next card is played. */
export interface PlayCard {
  kind: "play_card";
  /** The card. */
  card: string;
  /** Its holder. */
  holder: string;
}

/** A turn ends: what no card has settled is settled, and the cards are gathered. */
export interface EndTurn {
  kind: "end_turn";
}

/** A game after an action. */
export interface ActOutcome {
  /** The state afterwards. */
  state: StateState;
  /** What happened, in sentences. */
  events: string[];
}
