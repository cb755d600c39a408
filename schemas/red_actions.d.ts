// Red Actions!, the Pygmy Wars version: made from red_actions.json, do not edit.

/** The request of each procedure, by its id. */
export interface Requests {
  "red_actions.convert_distance": ConvertDistanceRequest;
  "red_actions.effective_bases": EffectiveBasesRequest;
  "red_actions.flight_check": FlightCheckRequest;
  "red_actions.unit_legality": UnitLegalityRequest;
  "red_actions.draw_officers": DrawOfficersRequest;
  "red_actions.promotion": PromotionRequest;
  "red_actions.initiative": InitiativeRequest;
  "red_actions.hesitation": HesitationRequest;
  "red_actions.clever_preempt": CleverPreemptRequest;
  "red_actions.action_legality": ActionLegalityRequest;
  "red_actions.night_action": NightActionRequest;
  "red_actions.divide_unit": DivideUnitRequest;
  "red_actions.combine_units": CombineUnitsRequest;
  "red_actions.dismount": DismountRequest;
  "red_actions.prisoners": PrisonersRequest;
  "red_actions.ammunition": AmmunitionRequest;
  "red_actions.shooting_total": ShootingTotalRequest;
  "red_actions.shooting_column": ShootingColumnRequest;
  "red_actions.shooting_result": ShootingResultRequest;
  "red_actions.shooting_roll": ShootingRollRequest;
  "red_actions.direct_hits": DirectHitsRequest;
  "red_actions.morale_test": MoraleTestRequest;
  "red_actions.morale_triggers": MoraleTriggersRequest;
  "red_actions.morale_chain": MoraleChainRequest;
  "red_actions.retire": RetireRequest;
  "red_actions.shooting_officers": ShootingOfficersRequest;
  "red_actions.volley": VolleyRequest;
  "red_actions.shoot": ShootRequest;
  "red_actions.return_fire": ReturnFireRequest;
  "red_actions.event": EventRequest;
  "red_actions.rout_move": RoutMoveRequest;
  "red_actions.rout_cascade": RoutCascadeRequest;
  "red_actions.combat_strength": CombatStrengthRequest;
  "red_actions.combat_ratio": CombatRatioRequest;
  "red_actions.combat_table": CombatTableRequest;
  "red_actions.combat_roll": CombatRollRequest;
  "red_actions.combat_officers": CombatOfficersRequest;
  "red_actions.combat": CombatRequest;
  "red_actions.pursuit": PursuitRequest;
  "red_actions.fire_arc": FireArcRequest;
  "red_actions.enfilade": EnfiladeRequest;
  "red_actions.charge_aspect": ChargeAspectRequest;
  "red_actions.spot": SpotRequest;
  "red_actions.hide": HideRequest;
  "red_actions.target_priority": TargetPriorityRequest;
  "red_actions.move_budget": MoveBudgetRequest;
  "red_actions.along_path": AlongPathRequest;
  "red_actions.wheel_cost": WheelCostRequest;
  "red_actions.march": MarchRequest;
  "red_actions.vehicle_breakdown": VehicleBreakdownRequest;
  "red_actions.vehicle_repair": VehicleRepairRequest;
  "red_actions.vehicle_contact": VehicleContactRequest;
  "red_actions.cross_wire": CrossWireRequest;
  "red_actions.dig_in": DigInRequest;
  "red_actions.building_fire": BuildingFireRequest;
  "red_actions.train_move": TrainMoveRequest;
  "red_actions.train_hit": TrainHitRequest;
  "red_actions.train_rally": TrainRallyRequest;
  "red_actions.rally_terror": RallyTerrorRequest;
  "red_actions.rally_pinned": RallyPinnedRequest;
  "red_actions.rally_rout": RallyRoutRequest;
  "red_actions.charge_legality": ChargeLegalityRequest;
  "red_actions.charge": ChargeRequest;
  "red_actions.scout_ambush": ScoutAmbushRequest;
  "red_actions.spring_ambush": SpringAmbushRequest;
  "red_actions.set_up": SetUpRequest;
  "red_actions.turn": TurnRequest;
  "red_actions.begin_game": BeginGameRequest;
  "red_actions.act": ActRequest;
}

/** The outcome of each procedure, by its id. */
export interface Outcomes {
  "red_actions.convert_distance": ConvertDistanceOutcome;
  "red_actions.effective_bases": EffectiveBasesOutcome;
  "red_actions.flight_check": FlightCheckOutcome;
  "red_actions.unit_legality": UnitLegalityOutcome;
  "red_actions.draw_officers": DrawOfficersOutcome;
  "red_actions.promotion": PromotionOutcome;
  "red_actions.initiative": InitiativeOutcome;
  "red_actions.hesitation": HesitationOutcome;
  "red_actions.clever_preempt": CleverPreemptOutcome;
  "red_actions.action_legality": ActionLegalityOutcome;
  "red_actions.night_action": NightActionOutcome;
  "red_actions.divide_unit": DivideUnitOutcome;
  "red_actions.combine_units": CombineUnitsOutcome;
  "red_actions.dismount": DismountOutcome;
  "red_actions.prisoners": PrisonersOutcome;
  "red_actions.ammunition": AmmunitionOutcome;
  "red_actions.shooting_total": ShootingTotalOutcome;
  "red_actions.shooting_column": ShootingColumnOutcome;
  "red_actions.shooting_result": ShootingResultOutcome;
  "red_actions.shooting_roll": ShotResult;
  "red_actions.direct_hits": DirectHitsOutcome;
  "red_actions.morale_test": MoraleTestOutcome;
  "red_actions.morale_triggers": MoraleTriggersOutcome;
  "red_actions.morale_chain": MoraleChainOutcome;
  "red_actions.retire": RetireOutcome;
  "red_actions.shooting_officers": ShootingOfficersOutcome;
  "red_actions.volley": VolleyOutcome;
  "red_actions.shoot": ShootOutcome;
  "red_actions.return_fire": ReturnFireOutcome;
  "red_actions.event": Aftermath;
  "red_actions.rout_move": RoutMoveOutcome;
  "red_actions.rout_cascade": RoutCascadeOutcome;
  "red_actions.combat_strength": CombatStrengthOutcome;
  "red_actions.combat_ratio": CombatRatioOutcome;
  "red_actions.combat_table": CombatTableOutcome;
  "red_actions.combat_roll": CombatTableOutcome;
  "red_actions.combat_officers": CombatOfficersOutcome;
  "red_actions.combat": CombatOutcome;
  "red_actions.pursuit": PursuitOutcome;
  "red_actions.fire_arc": FireArcOutcome;
  "red_actions.enfilade": EnfiladeOutcome;
  "red_actions.charge_aspect": ChargeAspectOutcome;
  "red_actions.spot": SpotOutcome;
  "red_actions.hide": HideOutcome;
  "red_actions.target_priority": TargetPriorityOutcome;
  "red_actions.move_budget": MoveBudgetOutcome;
  "red_actions.along_path": AlongPathOutcome;
  "red_actions.wheel_cost": WheelCostOutcome;
  "red_actions.march": MarchOutcome;
  "red_actions.vehicle_breakdown": VehicleBreakdownOutcome;
  "red_actions.vehicle_repair": VehicleRepairOutcome;
  "red_actions.vehicle_contact": VehicleContactOutcome;
  "red_actions.cross_wire": CrossWireOutcome;
  "red_actions.dig_in": DigInOutcome;
  "red_actions.building_fire": BuildingFireOutcome;
  "red_actions.train_move": TrainMoveOutcome;
  "red_actions.train_hit": TrainHitOutcome;
  "red_actions.train_rally": TrainRallyOutcome;
  "red_actions.rally_terror": RallyTerrorOutcome;
  "red_actions.rally_pinned": RallyPinnedOutcome;
  "red_actions.rally_rout": RallyRoutOutcome;
  "red_actions.charge_legality": ChargeLegalityOutcome;
  "red_actions.charge": ChargeOutcome;
  "red_actions.scout_ambush": ScoutAmbushOutcome;
  "red_actions.spring_ambush": SpringAmbushOutcome;
  "red_actions.set_up": SetUpOutcome;
  "red_actions.turn": TurnOutcome;
  "red_actions.begin_game": BeginGameOutcome;
  "red_actions.act": ActOutcome;
}

/** The options of Red Actions!, each with the rule that it settles. */
export interface Options {
  /** Which of the two holds in the three places where metres and inches disagree. Default: "metres". */
  distance_conflicts?: "metres" | "inches";
  /** Whether the fall of the last officer and a serious result of the same event cause a single serious test. Default: false. */
  one_serious_test_per_event?: boolean;
  /** Whether dummy position markers are in play. Default: false. */
  dummy_markers?: boolean;
  /** How to find who acts next: in turns, by cards, or by a roll-off for each segment. Default: "standard". */
  initiative?: "standard" | "cards" | "rolloff";
  /** Whether a roll-off in which both throw a 1 ends the turn. Default: false. */
  rolloff_double_one_ends_turn?: boolean;
  /** Whether each turn in rout costs two turns without advancing. Default: false. */
  rout_no_advance?: boolean;
  /** Whether routs are rallied by the standard Red Actions rules. Default: false. */
  standard_ra_rally?: boolean;
  /** Whether a further retire result in a turn is a terror marker instead. Default: false. */
  second_retire_terror?: boolean;
  /** Which retire results hard cover and traits help against. Default: "ret_and_serious". */
  retire_exemptions?: "ret_and_serious" | "ret_only";
  /** How many times its speed a unit covers in a rout move; more than 0. Default: "1". */
  rout_length_factor?: string | number;
  /** Whether the crews of unlimbered guns that rout do as mortar teams do. Default: false. */
  gun_crews_as_mortars?: boolean;
  /** How to tell which of two units is of better class. Default: "card_or_fear". */
  class_measure?: "card_or_fear" | "fear" | "everyone";
  /** For how long those who were shot at may not march. Default: "next_turn". */
  march_ban?: "next_turn" | "rest_of_game";
  /** Whether it matters from how far friend and foe can be told apart. Default: false. */
  fog_of_identity?: boolean;
  /** Whether a Commissar's unit that fails a charge test gains a terror marker. Default: false. */
  commissar_examples?: boolean;
  /** Whether prisoners may be eliminated. Default: false. */
  eliminate_prisoners?: boolean;
  /** Whether those who surrender in combat are killed. Default: false. */
  butchered?: boolean;
  /** Whether an engine is immobilised by the fourth direct hit only. Default: false. */
  engine_survives_third?: boolean;
  /** Whether units that hide or lie in ambush move without a senior officer in contact. Default: false. */
  hidden_units_move?: boolean;
  /** Whether units that the enemy does not see count when segments alternate. Default: true. */
  hidden_units_alternate?: boolean;
  /** Whether whoever scouts terrain where nobody hides throws a die as well. Default: true. */
  scout_empty_rolls?: boolean;
  /** Whether harassing fire keeps to the priorities of targets. Default: false. */
  harassing_keeps_priorities?: boolean;
  /** Where pursuers stand after they have caught routers: at the end of a full move, or there. Default: "after_a_full_move". */
  pursuers_stop?: "after_a_full_move" | "where_they_catch";
  /** Whether it is night, or foggy. Default: "off". */
  night?: Night;
  /** Whether it rains. Default: false. */
  rain?: boolean;
}

export type Night = "off" | "dark" | "moonlight_or_fog";

/** A distance on the ground. */
export interface ConvertDistanceRequest {
  /** How many metres. */
  metres: string | number;
  /** Which of the disputed distances it is; null for any other distance. Default: null. */
  of?: Disputed | null;
}

export type Disputed = "mounted_officer" | "train_step";

/** A distance on the table. */
export interface ConvertDistanceOutcome {
  /** The number of inches, exactly. */
  inches: string | number;
}

/** A unit with its markers. */
export interface EffectiveBasesRequest {
  /** The bases that stand. */
  bases: number;
  /** Its terror markers. Default: 0. */
  terror?: number;
  /** Its humiliated markers. Default: 0. */
  humiliated?: number;
  /** Whether it is in rout already. Default: false. */
  routing?: boolean;
}

/** What a unit shoots and fights with. */
export interface EffectiveBasesOutcome {
  /** Its effective bases: 0, one half, or a whole number. */
  effective: string | number;
  /** Whether its markers make it rout. */
  routs: boolean;
}

/** One army or both at the end of an action segment. */
export interface FlightCheckRequest {
  /** The armies. */
  armies: ArmyLosses[];
}

/** What a side has lost. */
export interface ArmyLosses {
  /** Whose losses they are. */
  side: Side;
  /** What its whole force was worth at the start, reinforcements included. */
  original_points: string | number;
  /** Its flight percentage. */
  percent: number;
  /** What its destroyed and captured bases were worth, and all bases of its units in rout now. Default: "0". */
  lost_points?: string | number;
  /** How many of its tanks the enemy took intact. Default: 0. */
  intact_tanks_captured?: number;
  /** Whether the enemy took its train off the table. Default: false. */
  train_taken?: boolean;
}

export type Side = "red" | "white";

/** How the armies stand. */
export interface FlightCheckOutcome {
  /** Each army, in the order asked. */
  armies: ArmyStanding[];
  /** Whether the game is over. */
  game_over: boolean;
  /** The sides that have lost; if both have, it is a draw unless the scenario says otherwise. */
  losers: Side[];
}

/** How a side stands. */
export interface ArmyStanding {
  /** Which side. */
  side: Side;
  /** Its flight number, exactly. */
  threshold: string | number;
  /** Whether it is in flight. */
  in_flight: boolean;
  /** Whether it has lost: in flight, or its train was taken. */
  has_lost: boolean;
  /** How many of its tanks the enemy took intact: each lowers its margin by as much as the scenario says. */
  intact_tanks_captured: number;
}

/** One unit or a whole force. */
export interface UnitLegalityRequest {
  /** The units. */
  units: Muster[];
  /** Whether the game has begun, so that losses may have made units smaller. Default: false. */
  in_play?: boolean;
  /** What else the player wants to field. Default: []. */
  extras?: Extra[];
}

/** A unit that a player wants to field; unlike a `Unit` it may break any rule. */
export interface Muster {
  /** What it is known by. */
  name: string;
  /** Its troop card. */
  card: TroopCard;
  /** How many bases it has, a White Officer base included. */
  bases: number;
  /** The cards of bases of another sort. Default: []. */
  other_cards?: TroopCard[];
  /** The junior officer in command; null without one. Default: null. */
  officer?: OfficerToken | null;
  /** Whether one of its bases is a White Officer base. Default: false. */
  white_officer_base?: boolean;
  /** Its terror markers. Default: 0. */
  terror?: number;
  /** Its humiliated markers. Default: 0. */
  humiliated?: number;
  /** Its pinned markers. Default: 0. */
  pinned_markers?: number;
  /** Whether it is formed cavalry. Default: false. */
  formed?: boolean;
  /** Whether it is limbered. Default: false. */
  limbered?: boolean;
}

/** The card of a type of troops. */
export interface TroopCard {
  /** What it is known by. */
  id: string;
  /** What it is called. */
  name: string;
  /** Whose it is; "any" for all. Default: "any". */
  army?: string;
  /** What a base is. */
  arm: Arm;
  /** The most that any part of a base moves. */
  speed: number;
  /** The most that it may move while it evades; null for troops that cannot. Default: null. */
  evasive_speed?: number | null;
  /** How far it shoots; null for troops that do not. Default: null. */
  range?: number | null;
  /** What each effective base shoots with; null for troops that do not. Default: null. */
  shooting_value?: string | number | null;
  /** What each effective base fights with; null for troops that do not. Default: null. */
  fighting_value?: string | number | null;
  /** The success number of charge tests; null where the test never applies. Default: null. */
  charge?: number | null;
  /** That of fear tests. Default: null. */
  fear?: number | null;
  /** That of serious tests. Default: null. */
  serious?: number | null;
  /** That of rally tests. Default: null. */
  rally?: number | null;
  /** How good the troops are among all, higher is better; null if unknown. Default: null. */
  troop_class?: number | null;
  /** What a base is worth. Default: "0". */
  points_per_base?: string | number;
  /** What is special about such units. Default: []. */
  characteristics?: Characteristic[];
  /** Whether it may fight as formed cavalry. Default: false. */
  may_form?: boolean;
  /** The id of the card whose morale holds while a White Officer base stiffens the unit; "" for none. Default: "". */
  morale_as?: string;
  /** The ids of the cards that it may dismount as, the first by default. Default: []. */
  dismounts_as?: string[];
  /** Of guns, mortars and vehicles with guns: field gun, or other. Default: null. */
  weapon_class?: WeaponClass | null;
  /** The direct hit numbers that it gives itself; null for those of the table. Default: null. */
  direct_hits?: DirectHitNumbers | null;
  /** Whether its ammunition or crews are poor. Default: false. */
  substandard?: boolean;
  /** Whether it shoots as machine guns do. Default: false. */
  is_mg?: boolean;
  /** Whether its weapon turns all round. Default: false. */
  turret?: boolean;
  /** Whether it has guns on both sides. Default: false. */
  sponsons?: boolean;
  /** Whether it is horse artillery. Default: false. */
  horse?: boolean;
  /** Whether it clears wire. Default: false. */
  wire_device?: boolean;
  /** Whether they are engineers. Default: false. */
  engineers?: boolean;
  /** Whether they are grenadiers. Default: false. */
  grenadiers?: boolean;
  /** Whether they have proper tools to dig with. Default: false. */
  entrenching_tools?: boolean;
  /** Of officers: whether they ride. Default: false. */
  mounted?: boolean;
  /** Of train cars: how many bases ride in it. Default: 0. */
  carries_bases?: number;
  /** Where its numbers come from: given by you, or illustrative ones of this library. Default: "given". */
  values?: "given" | "illustrative";
}

export type Arm =
  | "rifle"
  | "mg"
  | "sabres"
  | "tachanka"
  | "gun"
  | "mortar"
  | "tank"
  | "armoured_car"
  | "train_engine"
  | "train_artillery"
  | "train_mg"
  | "train_other"
  | "officer";

export type Characteristic = "Mob" | "Partisan" | "Skirmisher" | "Storm" | "Specialist" | "Clever" | "Commissar";

export type WeaponClass = "field_gun" | "other";

/** The direct hit numbers of a card. */
export interface DirectHitNumbers {
  /** At a section of a building. Default: null. */
  building?: number | null;
  /** At a vehicle or train that moves. Default: null. */
  moving_vehicle?: number | null;
  /** At one that stands. Default: null. */
  stationary_vehicle?: number | null;
  /** At anything else. Default: null. */
  other?: number | null;
}

/** An officer token. */
export interface OfficerToken {
  /** What it is known by; equal tokens of a pool share it. */
  id: string;
  /** The officer's rank. Default: "captain". */
  rank?: Rank;
  /** What the officer adds to success numbers; negative if it lowers them. Default: 0. */
  effect?: number;
  /** What is special about the officer. Default: []. */
  characteristics?: Characteristic[];
  /** Where it comes from. Default: "given". */
  values?: "given" | "illustrative";
}

export type Rank = "captain" | "colonel" | "major_general" | "general";

export type Extra =
  | "dummy_marker"
  | "detached_junior_officer"
  | "aircraft"
  | "cheka"
  | "blocking_unit"
  | "commissar_kills_commander";

/** Units that may be fielded. */
export interface UnitLegalityOutcome {
  /** Each unit, in the order asked. */
  units: Mustered[];
}

/** A unit that may be fielded. */
export interface Mustered {
  /** What it is known by. */
  name: string;
  /** Its category. */
  category: Category;
  /** The fewest and the most bases of such a unit at the set-up. */
  may_be: [number, number];
  /** How wide its bases are side by side, in inches. */
  frontage: string | number;
  /** Whether it still has to draw a junior officer. */
  needs_officer: boolean;
  /** The numbers that its card does not give; a procedure that needs one asks for it. */
  lacks: string[];
}

export type Category = "infantry" | "cavalry" | "artillery" | "vehicle" | "officer";

/** Officers to be drawn for an army. */
export interface DrawOfficersRequest {
  /** The army, with the tokens that are in its pool now. */
  army: Army;
  /** How many senior officers it has. Default: 0. */
  seniors?: number;
  /** How many junior officers it has. Default: 0. */
  juniors?: number;
  /** Whether this is the set-up, or one officer who replaces a fallen junior. Default: "set_up". */
  occasion?: DrawOccasion;
}

/** An army: its flight percentage and its pool of officer tokens. */
export interface Army {
  /** What it is known by. */
  id: string;
  /** How many tokens are drawn for a senior officer, of which one is kept. */
  senior_tokens_drawn: number;
  /** Its flight percentage. */
  flight_percent: number;
  /** Its officer tokens. Default: []. */
  pool?: TokenCount[];
}

/** A kind of officer token and how many of it a pool holds. */
export interface TokenCount {
  /** The token. */
  token: OfficerToken;
  /** How many. */
  count: number;
}

export type DrawOccasion = "set_up" | "replacement";

/** The officers that were drawn. */
export interface DrawOfficersOutcome {
  /** The token of each senior officer. */
  seniors: OfficerToken[];
  /** The token of each junior officer. */
  juniors: OfficerToken[];
  /** What is left in the pool. */
  pool: TokenCount[];
}

/** A senior officer who was killed and needs a successor. */
export interface PromotionRequest {
  /** The turn in which the death became known. */
  known_in_turn: number;
  /** The turn that ends now. */
  turn: number;
  /** The units under that officer whose junior officer may be promoted. */
  units: Unit[];
  /** The troop card of the new base. */
  card: TroopCard;
  /** What the new base is known by. */
  name: string;
  /** The army, with the tokens that are in its pool now. */
  army: Army;
}

/** A unit with its card, its officers and the state that it is in. */
export interface Unit {
  /** What it is known by; no two units share a name. */
  name: string;
  /** Whose it is. */
  side: Side;
  /** Its troop card. */
  card: TroopCard;
  /** The bases that stand; 0 when it is gone. Default: 1. */
  bases?: number;
  /** The junior officer in command; null without one. Default: null. */
  officer?: OfficerToken | null;
  /** Whether, as long as it has no junior officer, it draws one at the start of its next voluntary action: the one in command fell without a spare, or it is a part of a divided unit. Default: false. */
  draws_officer?: boolean;
  /** Other officers with the unit, who take over when the one in command falls. Default: []. */
  spares?: OfficerToken[];
  /** Senior officers attached to it. Default: []. */
  seniors?: OfficerToken[];
  /** Whether one of its bases is a White Officer base. Default: false. */
  white_officer_base?: boolean;
  /** The card whose morale holds while that base stiffens it; null if it is not given. Default: null. */
  morale_card?: TroopCard | null;
  /** Its terror markers. Default: 0. */
  terror?: number;
  /** Its humiliated markers. Default: 0. */
  humiliated?: number;
  /** Whether it is pinned. Default: false. */
  pinned?: boolean;
  /** Whether it is in rout. Default: false. */
  routing?: boolean;
  /** Whether its action segment of this turn is used or forfeited. Default: false. */
  has_acted?: boolean;
  /** Whether it has chosen, or is held, to evade in this turn. Default: false. */
  evading?: boolean;
  /** Whether cavalry is formed. Default: false. */
  formed?: boolean;
  /** Whether guns are limbered. Default: false. */
  limbered?: boolean;
  /** Whether it is in column. Default: false. */
  in_column?: boolean;
  /** Whether it was shot at in this turn or the one before. Default: false. */
  shot_at?: boolean;
  /** How far it moved away from the enemy in this turn. Default: 0. */
  moved_back?: number;
  /** Whether a result made it retire in this turn. Default: false. */
  retired_by_result?: boolean;
  /** Whether it has ignored a retire result in hard cover in this turn. Default: false. */
  ignored_retire?: boolean;
  /** The turns in which it made a rout move, since it last rallied. Default: 0. */
  rout_turns?: number;
  /** Whether it rallied from rout in this turn, and so does not evade. Default: false. */
  rallied?: boolean;
  /** How many columns of cover it has dug, exactly. Default: "0". */
  foxholes?: string | number;
}

/** A junior officer who was promoted. */
export interface PromotionOutcome {
  /** The new base of a senior officer, placed at the unit that the officer led. */
  senior: Unit;
  /** That unit, with the junior officer just drawn for it. */
  unit: Unit;
  /** What is left in the pool. */
  pool: TokenCount[];
}

/** A turn at the moment before the next action segment. */
export interface InitiativeRequest {
  /** How many units of the attacker have a segment left. Default: 0. */
  attackers_left?: number;
  /** How many units of the defender have a segment left. Default: 0. */
  defenders_left?: number;
  /** In turns: the player who gave the last segment of this turn; null at its beginning. Default: null. */
  last?: Player | null;
  /** With roll-offs: the loser of the last one of this turn that was not a draw; null if there was none. Default: null. */
  roll_off_loser?: Player | null;
  /** With cards: those still to be drawn. Default: []. */
  cards?: InitiativeCard[];
  /** With cards: those drawn in this turn. Default: []. */
  drawn?: InitiativeCard[];
  /** With cards: the units that have used their segment of the turn. Default: []. */
  acted?: string[];
}

export type Player = "attacker" | "defender";

/** A card of a unit or an HQ that is still to be drawn, or was drawn in this turn. */
export interface InitiativeCard {
  /** The unit or HQ. */
  name: string;
  /** The HQ that commands the unit personally; "" for none, and for an HQ itself. Default: "". */
  hq?: string;
}

/** The owner of the next action segment. */
export interface InitiativeOutcome {
  /** The player who gives it; null if the turn is over, or a card decides. */
  player: Player | null;
  /** With cards: the unit, or the HQ and those whom it commands, that act now; none if they wait. */
  units: string[];
  /** With cards: the card that was drawn; "" for none. */
  drawn: string;
  /** Whether the turn is over. */
  turn_ends: boolean;
  /** With roll-offs: the loser of the last one that was not a draw. */
  roll_off_loser: Player | null;
}

/** A unit that intends to act. */
export interface HesitationRequest {
  /** Whether it is a Mob, after its own Storm or Specialist, its officer and a White Officer base. */
  is_mob: boolean;
  /** Whether it sees an enemy. */
  enemy_visible: boolean;
  /** What it tries. */
  action: MobAction;
  /** Whether it is in rout. Default: false. */
  routing?: boolean;
}

export type MobAction =
  | "shoot"
  | "charge"
  | "move_away"
  | "move"
  | "rally_from_terror"
  | "rally_from_rout"
  | "rally_from_pinned"
  | "other";

/** Whether a unit does what it intends. */
export interface HesitationOutcome {
  /** Whether it does what it intends. */
  proceeds: boolean;
  /** Whether it may still shoot; a routing unit never does. */
  may_shoot: boolean;
  /** Whether it makes a rout move instead of its rally, without a humiliated marker. */
  routs_on: boolean;
}

/** A Clever officer who sees an enemy about to act. */
export interface CleverPreemptRequest {
  /** Whether the officer in command of the unit is Clever. Default: true. */
  clever?: boolean;
  /** Whether the enemy unit is commanded by a Clever officer. Default: false. */
  enemy_clever?: boolean;
  /** Whether the enemy unit is seen. Default: true. */
  visible?: boolean;
  /** Whether the unit has used its segment of the turn. Default: false. */
  has_acted?: boolean;
  /** Whether this officer has already tried in this segment of the enemy. Default: false. */
  tried?: boolean;
}

/** The outcome of an attempt to pre-empt. */
export interface CleverPreemptOutcome {
  /** Whether the Clever officer's unit acts now, before the enemy. */
  preempts: boolean;
}

/** A unit and everything that it intends to do in one segment, in order. */
export interface ActionLegalityRequest {
  /** The unit. */
  unit: Unit;
  /** What it intends to do; an empty list means to hold. Default: []. */
  actions?: Action[];
  /** Why it acts now. Default: "own_segment". */
  occasion?: Occasion;
  /** Its circumstances. Default: as the library has it. */
  around?: Circumstances;
}

/** One thing that a unit does, in order. */
export interface Action {
  /** What it does. */
  what: ActionKind;
  /** Of moves: how far. Default: 0. */
  distance?: number;
  /** Of moves: whether it is a march, at double speed. Default: false. */
  march?: boolean;
  /** Of moves: whether the whole way is by road. Default: false. */
  by_road?: boolean;
  /** Of shots: by how many degrees its bases turn or pivot before firing. Default: 0. */
  turn?: number;
  /** Of shots: whether it deploys from column first. Default: false. */
  deploys?: boolean;
  /** Of moves: whether some base ends nearer to the nearest visible enemy than the unit began. Default: false. */
  towards_enemy?: boolean;
}

export type ActionKind =
  | "hold"
  | "move"
  | "reform"
  | "shoot"
  | "charge"
  | "divide"
  | "combine"
  | "hide"
  | "rally_from_terror"
  | "rally_from_rout"
  | "take_possession"
  | "mount"
  | "dismount"
  | "embark"
  | "disembark"
  | "limber"
  | "unlimber"
  | "cut_wire"
  | "dig"
  | "set_fire"
  | "fight_fire"
  | "eliminate_prisoners"
  | "flee"
  | "change_formation"
  | "change_facing"
  | "free_vehicle"
  | "scout"
  | "add_senior"
  | "detach_senior"
  | "rally_from_pinned"
  | "detach_junior";

export type Occasion = "own_segment" | "charged" | "shot_at_close" | "clever_officer" | "ambush";

/** The circumstances that decide what a unit may do. */
export interface Circumstances {
  /** Whether it has moved already in this segment, or for guns and tachankas in this turn. Default: false. */
  has_moved?: boolean;
  /** Whether it has chosen to evade for the turn. Default: false. */
  evades?: boolean;
  /** Whether it lies in ambush. Default: false. */
  in_ambush?: boolean;
  /** Whether a senior officer is in contact with it. Default: false. */
  senior_in_contact?: boolean;
  /** Whether it stands in woods, buildings, scrub, ditches, hedges or hollows. Default: false. */
  in_hiding_place?: boolean;
  /** Whether an enemy sees it at this moment. Default: false. */
  seen?: boolean;
  /** Whether, when the segment began, it touched what it wants to possess, burn, put out or kill. Default: false. */
  contact_at_start?: boolean;
  /** Whether an enemy is in contact with that. Default: false. */
  enemy_holds?: boolean;
  /** Whether its bases face different ways. Default: false. */
  mixed_facings?: boolean;
  /** Whether, after reforming, one base is at least partly where it was. Default: true. */
  base_in_place?: boolean;
  /** Where the formation was due to terrain: how far outside it the nearest base is; null otherwise. Default: null. */
  outside_terrain?: number | null;
  /** Whether all its bases are in base-to-base contact afterwards. Default: true. */
  bases_touch?: boolean;
  /** Of vehicles: whether it has broken down or is stuck. Default: "ok". */
  vehicle?: VehicleState;
  /** Of teams that have rallied from rout: whether their weapons still lie where they fled from. Default: false. */
  weapons_left?: boolean;
  /** Whether, by the option rout_no_advance, it still may not advance after a rout. Default: false. */
  no_advance?: boolean;
}

export type VehicleState = "ok" | "temporary" | "permanent" | "immobilised";

/** The outcome of checking a segment. */
export interface ActionLegalityOutcome {
  /** The main action; a shot and then a move count as a move. */
  main: MainAction;
  /** Whether it shoots in it. */
  shoots: boolean;
  /** How far it may move in it at most, before terrain; 0 where it may not. */
  allowance: number;
  /** Whether its segment of the turn is used up. */
  is_used: boolean;
}

export type MainAction =
  | "hold"
  | "move"
  | "reform"
  | "shoot"
  | "charge"
  | "divide"
  | "combine"
  | "hide"
  | "rally_from_terror"
  | "rally_from_rout"
  | "take_possession"
  | "mount"
  | "dismount"
  | "embark"
  | "disembark"
  | "limber"
  | "unlimber"
  | "cut_wire"
  | "dig"
  | "set_fire"
  | "fight_fire"
  | "eliminate_prisoners"
  | "flee";

/** The segment of a unit at night or in fog. */
export interface NightActionRequest {
  /** How far it moves; 0 if it stays. */
  distance: number;
  /** Its speed. */
  speed: number;
  /** Whether it is in column; a single base always is. Default: false. */
  in_column?: boolean;
  /** Whether it follows a road, a stream, a hedge, the foot of a steep slope or the like. Default: false. */
  follows_feature?: boolean;
  /** By how many degrees it has gone astray in earlier turns; 0 once it has met such a feature. Default: 0. */
  veered?: number;
  /** The friends that the move first brings into sight, in that order. Default: []. */
  friends_met?: FriendMet[];
}

/** A friendly unit that the move first brings into sight in this turn. */
export interface FriendMet {
  /** Its name. */
  name: string;
  /** Whether it can fire: it has a segment left, weapons, and the unit in range and arc. Default: true. */
  able_to_fire?: boolean;
}

/** What darkness does to a segment. */
export interface NightActionOutcome {
  /** By how many degrees the unit now goes astray, to the right; negative to the left. */
  veer: number;
  /** The friends that fire at it, each using its segment. */
  fired_at_by: string[];
}

/** A unit that divides. */
export interface DivideUnitRequest {
  /** The unit. */
  unit: Unit;
  /** How many bases each part gets. */
  parts: number[];
  /** What the parts are known by; none means the unit's name with a number. Default: []. */
  names?: string[];
}

/** The parts of a unit that divided. */
export interface DivideUnitOutcome {
  /** The parts, in the order asked. */
  parts: Part[];
}

/** A part of a unit that divided. */
export interface Part {
  /** The new unit. */
  unit: Unit;
  /** Whether it routs at once. */
  routs: boolean;
  /** Whether it draws a junior officer at its next voluntary action. */
  draws_officer: boolean;
  /** Unlimbered guns whose crews ran off: how many stay on their place, for either side to take. */
  guns_left: number;
}

/** Units that combine. */
export interface CombineUnitsRequest {
  /** The units; the first gives the new one its name. */
  units: Unit[];
  /** Whether they have been in contact since the turn began. Default: true. */
  in_contact?: boolean;
}

/** Units that have combined. */
export interface CombineUnitsOutcome {
  /** The new unit, under the name of the first. */
  unit: Unit;
}

/** A unit that mounts or dismounts. */
export interface DismountRequest {
  /** The unit as it is now. */
  unit: Unit;
  /** What it does. Default: "dismount". */
  action?: "dismount" | "mount";
  /** What it gets on or off. Default: "horses". */
  transport?: Transport;
  /** The cards that may be needed: of the types that it dismounts as, or of the cavalry that it mounts as. Default: []. */
  becomes?: TroopCard[];
  /** Required to mount horses: how many bases hold them. Default: null. */
  horse_holders?: number | null;
  /** When mounting: whether the horses have come back to the unit. Default: true. */
  horses_in_contact?: boolean;
  /** Whether it shot in this segment. Default: false. */
  has_shot?: boolean;
}

export type Transport = "horses" | "truck" | "train";

/** A unit that mounted or dismounted. */
export interface DismountOutcome {
  /** The unit afterwards. */
  unit: Unit;
  /** How many bases stay behind to hold its horses: they do not fight, and out of sight they are not a target. */
  horse_holders: number;
  /** Whether its markers make it rout. */
  routs: boolean;
}

/** Something that may change the owner of prisoners. */
export interface PrisonersRequest {
  /** What happens. */
  event: PrisonerEvent;
  /** The side of the unit that does it. */
  by: Side;
  /** The side that holds them now; null if neither does. Default: null. */
  owner?: Side | null;
  /** Whether an enemy of that unit is in contact with them, or was until it was driven off. Default: false. */
  guarded?: boolean;
  /** Whether they are in a building. Default: false. */
  in_building?: boolean;
  /** For an action: whether the unit touched them when its segment began. Default: true. */
  in_contact?: boolean;
  /** For an action: whether the unit does nothing else in its segment. Default: true. */
  whole_segment?: boolean;
}

export type PrisonerEvent = "moves_onto" | "guard_driven_off" | "takes_possession" | "eliminates";

/** What happens to prisoners. */
export interface PrisonersOutcome {
  /** The side that holds them; null if neither does, or if they were eliminated. */
  owner: Side | null;
  /** Whether they were eliminated. */
  eliminated: boolean;
}

/** A base that shoots. */
export interface AmmunitionRequest {
  /** What it is. */
  arm: Arm;
  /** In how many segments it has shot so far. Default: 0. */
  shots?: number;
  /** How many carts its battery has: the one that goes with it and, of guns, those brought up from the rear. Default: 0. */
  carts?: number;
  /** How far away they are. Default: 0. */
  cart_distance?: number;
  /** Whether it means to shoot now. Default: false. */
  shoots?: boolean;
}

/** The ammunition of a base. */
export interface AmmunitionOutcome {
  /** How many more moves it can shoot, including a shot in this request; null: for the whole battle. */
  moves_left: number | null;
  /** How many of these moves it carries itself; null: for the whole battle. */
  carried_left: number | null;
}

/** Bases that shoot. */
export interface ShootingTotalRequest {
  /** The shooting value on their card. */
  shooting_value: string | number;
  /** How many bases the unit has. */
  bases: number;
  /** Its terror markers. Default: 0. */
  terror?: number;
  /** Its humiliated markers. Default: 0. */
  humiliated?: number;
  /** How many of them see the target and have it in arc and range; null for all. Default: null. */
  able_bases?: number | null;
  /** Of troops who fire out of buildings, how many millimetres of it face the target. Default: null. */
  frontage?: number | null;
  /** How far it is to the target, of observed indirect fire from the observer. */
  distance: number;
  /** The range on their card. */
  range: number;
  /** Whether they fire at a place where they only believe the enemy to be. Default: false. */
  speculative?: boolean;
  /** Whether an observer directs the fire, for the first time or again. Default: "none". */
  indirect?: Indirect;
}

export type Indirect = "none" | "first" | "later";

/** How strong the fire is. */
export interface ShootingTotalOutcome {
  /** The shooting total; 0 for no throw on the table. */
  total: number;
  /** Whether the range is long. */
  long: boolean;
}

/** A shooting total, and what shifts its column. */
export interface ShootingColumnRequest {
  /** The shooting total. */
  total: number;
  /** Whether the shooters are machine guns, of vehicles and tachankas too. Default: false. */
  machine_guns?: boolean;
  /** How far it is to the target. */
  distance: number;
  /** How the target is exposed. Default: as the library has it. */
  target?: Exposure;
}

/** How a target is exposed to fire. */
export interface Exposure {
  /** What covers it. Default: "open". */
  cover?: Cover;
  /** Whether it merely moves through the buildings that cover it. Default: false. */
  passing_through?: boolean;
  /** Whether it is infantry. Default: true. */
  infantry?: boolean;
  /** Whether it evades. Default: false. */
  evading?: boolean;
  /** How many columns of cover it has dug, exactly. Default: "0". */
  foxholes?: string | number;
  /** Where it is in a single farm, how many millimetres of frontage that has all round. Default: null. */
  farm_perimeter?: number | null;
  /** How many bases it has; it matters only in a farm. Default: 1. */
  bases?: number;
  /** Whether it is enfiladed. Default: false. */
  enfiladed?: boolean;
  /** Whether it is formed cavalry. Default: false. */
  formed?: boolean;
  /** Whether it is in column on a road, or marches. Default: false. */
  road_column?: boolean;
  /** Whether it has the Skirmisher characteristic, of its own or lent by its officer. Default: false. */
  skirmisher?: boolean;
  /** Whether it is Partisan, by itself or by its officer. Default: false. */
  partisan?: boolean;
}

export type Cover = "open" | "soft" | "wood" | "wooden_building" | "stone" | "super_hard";

/** The column of the shooting table. */
export interface ShootingColumnOutcome {
  /** The column, counted from 1; 0 for no throw on the table. */
  column: number;
}

/** A column of the shooting table and a throw. */
export interface ShootingResultRequest {
  /** The column, counted from 1. */
  column: number;
  /** The total of the 2d6. */
  roll: number;
}

/** What the shooting table says, and how sure that is. */
export interface ShootingResultOutcome {
  /** The result. */
  result: ShotResult;
  /** Where the value of the cell comes from. */
  provenance: Provenance;
  /** How sure it is, where it is not printed: certain, likely, or chosen among many. */
  reason: string;
}

/** What a cell of the shooting table says; all of it applies. */
export interface ShotResult {
  /** Whether it says Ret: a retire result. */
  retire: boolean;
  /** How many terror markers it gives. */
  terror: number;
  /** Whether it pins: two terror markers do, and Kill!. */
  pinned: boolean;
  /** Whether it says Kill!: a base is removed. */
  kill: boolean;
  /** Whether it says S!: a serious test. */
  serious: boolean;
  /** Whether it says Off: dice for the officers. */
  officers: boolean;
}

export type Provenance = "printed" | "reconstructed" | "illustrative" | "missing" | "house";

/** A throw on a column of the shooting table. */
export interface ShootingRollRequest {
  /** The column, counted from 1. */
  column: number;
}

/** Guns or mortars that may score direct hits. */
export interface DirectHitsRequest {
  /** How many of their bases count; half a base counts as one. */
  bases: number;
  /** Whether they are field guns. */
  weapon_class: WeaponClass;
  /** The direct hit number that their card gives against such a target; null to use the table's. Default: null. */
  card_number?: number | null;
  /** What they shoot at; trains are vehicles. Default: "other". */
  target?: Aim;
  /** How far it is to the target, of observed indirect fire from the observer. */
  distance: number;
  /** Whether the same unit shot at it in its previous segment and it has not moved since. Default: false. */
  consecutive?: boolean;
  /** Whether their ammunition or crews are poor. Default: false. */
  substandard?: boolean;
  /** Whether an observer directs the fire, for the first time or again. Default: "none". */
  indirect?: Indirect;
  /** How many bases can be lost; 0 for an empty building, and for a train, whose cars are hit. */
  target_bases: number;
}

export type Aim = "building_wood" | "building_stone" | "vehicle_moving" | "vehicle_stationary" | "other";

/** What direct hits did. */
export interface DirectHitsOutcome {
  /** How many there were. */
  hits: number;
  /** How many bases of the target they cost; all of them if the building falls. */
  bases_lost: number;
  /** Whether the section of the building is destroyed. */
  collapsed: boolean;
}

/** One morale test, with plain numbers; `morale_test_of` makes one for a unit. */
export interface MoraleTestRequest {
  /** Which test. */
  test: TestKind;
  /** The success number on the card. */
  number: number;
  /** The officer in command of the unit; null without one. Default: null. */
  junior?: MoraleOfficer | null;
  /** Senior officers attached to it. Default: []. */
  attached?: MoraleOfficer[];
  /** Where it stands. Default: as the library has it. */
  situation?: Situation;
}

export type TestKind = "charge" | "fear" | "serious" | "rally";

/** An officer with a unit that tests morale. */
export interface MoraleOfficer {
  /** What the officer adds to success numbers; negative if it lowers them. Default: 0. */
  effect?: number;
  /** Whether the officer is a Commissar. Default: false. */
  commissar?: boolean;
}

/** Where a unit stands when it tests morale. */
export interface Situation {
  /** Senior officers near the unit, but not attached to it. Default: []. */
  seniors?: SeniorInReach[];
  /** Whether an enemy unit that does not rout stands within 12 inches and behind its flanks. Default: false. */
  enemy_behind_flanks?: boolean;
  /** Whether a friendly unit that it sees could charge every such enemy. Default: false. */
  friend_can_charge?: boolean;
  /** Whether earthworks, a trench or a defensible stone building protect it. Default: false. */
  fortified?: boolean;
  /** Whether it was marching when it was ambushed; it counts only in the fear test for the ambush. Default: false. */
  ambushed_marching?: boolean;
  /** Whose unit it is, so that its owner is asked which officers help; null where nobody says so. Default: null. */
  side?: Side | null;
}

/** A senior officer who is not with the unit that tests, but may add to its morale from nearby. */
export interface SeniorInReach {
  /** What the officer adds to success numbers. */
  effect: number;
  /** How far the officer is from the unit. */
  distance: number;
  /** Whether the officer sees it. Default: true. */
  sees?: boolean;
  /** Whether the officer routs too. Default: false. */
  routing?: boolean;
}

/** How a morale test went. */
export interface MoraleTestOutcome {
  /** Whether it was passed. */
  passed: boolean;
  /** The highest natural 2d6 that passes; a 12 always fails. */
  needed: number;
}

/** What happens to a unit at one moment, as far as it may cause tests. */
export interface MoraleTriggersRequest {
  /** What the unit is: vehicles take no test, and of them trains only for direct hits. Default: "foot_and_horse". */
  troops?: "foot_and_horse" | "train" | "other_vehicle";
  /** Whether it is routing already. Default: false. */
  routing?: boolean;
  /** Whether it intends to charge. Default: false. */
  charging?: boolean;
  /** Whether it is ambushed. Default: false. */
  ambushed?: boolean;
  /** Whether it is charged. Default: false. */
  charged?: boolean;
  /** Whether it is gassed. Default: false. */
  gassed?: boolean;
  /** Bases lost to direct hits; of a train, the hits. Default: 0. */
  direct_hits?: number;
  /** Bases lost to Kill!. Default: 0. */
  kills?: number;
  /** Bases lost otherwise, but not voluntarily. Default: 0. */
  other_losses?: number;
  /** Bases given up voluntarily. Default: 0. */
  given_up?: number;
  /** Whether a combat result makes it rout, which includes its losses. Default: false. */
  routs_by_combat?: boolean;
  /** Whether routing friends pass through it. Default: false. */
  run_through?: boolean;
  /** Whether a combat humiliates it. Default: false. */
  humiliated?: boolean;
  /** Whether the last of its officers fell. Default: false. */
  all_officers_lost?: boolean;
  /** Whether shooting gives a serious result. Default: false. */
  serious_result?: boolean;
  /** Routing friends that pass it; null if none do. Default: null. */
  routers?: PassingRouters | null;
  /** How good it is; needed only if routers pass. Default: null. */
  own_class?: TroopClass | null;
  /** Whether it tries to rally from rout. Default: false. */
  rallies?: boolean;
  /** Whether it tries to lose its pinned marker. Default: false. */
  unpins?: boolean;
}

/** Friends in rout that pass a unit. */
export interface PassingRouters {
  /** How good they are. Default: { "troop_class": null, "fear": null }. */
  troop_class?: TroopClass;
  /** How near any part of their rout move comes to any base of the unit. Default: 0. */
  distance?: number;
}

/** What decides how good troops are. */
export interface TroopClass {
  /** The class on the card, higher is better; null if it has none. Default: null. */
  troop_class?: number | null;
  /** The success number of fear tests on the card, without any bonus. Default: null. */
  fear?: number | null;
}

/** Which tests an event causes. */
export interface MoraleTriggersOutcome {
  /** The tests in their order; a fear test that fails ends them. */
  tests: TestDue[];
}

/** A test that an event calls for. */
export interface TestDue {
  /** What calls for it. */
  cause: Cause;
  /** Which test. */
  test: TestKind;
}

export type Cause =
  | "charging"
  | "ambushed"
  | "charged"
  | "direct_hit"
  | "base_lost"
  | "run_through"
  | "officers_lost"
  | "serious_result"
  | "routers_passing"
  | "kill"
  | "humiliated"
  | "gassed"
  | "rally_from_rout"
  | "rally_from_pinned";

/** The tests that one event causes, in their order. */
export interface MoraleChainRequest {
  /** The tests. */
  tests: ChainedTest[];
}

/** A test of a chain. */
export interface ChainedTest {
  /** What calls for it. */
  cause: Cause;
  /** The test, fear or serious. */
  test: MoraleTestRequest;
}

/** The outcome of several tests. */
export interface MoraleChainOutcome {
  /** Whether a fear test failed; no later test is then taken, and no retire follows. */
  routs: boolean;
  /** How many serious tests failed; 0 if it routs, because they then have no effect. */
  failed_serious: number;
}

/** One retire result of a unit. */
export interface RetireRequest {
  /** The unit. */
  unit: Unit;
  /** Where the result comes from. Default: "ret". */
  cause?: RetireCause;
  /** Where it stands. Default: { "hard_cover": false, "room_behind": null, "friend_behind": null }. */
  footing?: RetirePlace;
}

export type RetireCause = "ret" | "serious" | "combat";

/** Where a unit stands when it must retire. */
export interface RetirePlace {
  /** Whether it is in hard cover; its own foxholes count by themselves. Default: false. */
  hard_cover?: boolean;
  /** How far it can go back before impassable terrain or the edge of the table; null: far enough. Default: null. */
  room_behind?: number | null;
  /** How far behind it a friendly unit stands, which it would push back; null: none in its way. Default: null. */
  friend_behind?: number | null;
}

/** The outcome of a retire result. */
export interface RetireOutcome {
  /** The unit afterwards; without bases if it gave up its last one. */
  unit: Unit;
  /** What it did. */
  manner: RetireManner;
  /** How far it went back. */
  moved: number;
  /** How far it pushed back the friendly unit behind it. */
  pushed: number;
  /** Whether a marker taken instead makes it rout. */
  routs: boolean;
}

export type RetireManner = "retired" | "ignored_in_cover" | "lost_base" | "took_terror" | "immobile";

/** Officers of a unit in danger by fire. */
export interface ShootingOfficersRequest {
  /** How many there are: the one in command, spare ones, and attached seniors. */
  officers: number;
}

/** Which officers fell. */
export interface ShootingOfficersOutcome {
  /** Their places in the order of their dice, from 0. */
  fallen: number[];
  /** Whether the unit had officers and has lost them all. */
  all_lost: boolean;
}

/** Fire in plain numbers: the guns that can hit directly, and the bases that fire on the table. */
export interface VolleyRequest {
  /** The guns that may score direct hits; null without any. Default: null. */
  guns?: DirectHitsRequest | null;
  /** The bases whose fire goes to the table; null if there are none. Default: null. */
  strength?: ShootingTotalRequest | null;
  /** Whether they are machine guns. Default: false. */
  machine_guns?: boolean;
  /** How the target is exposed. Default: as the library has it. */
  target?: Exposure;
}

/** The hits and the result of the table, before they are applied to the target. */
export interface VolleyOutcome {
  /** How many direct hits there were. */
  direct_hits: number;
  /** How many bases they cost. */
  bases_lost: number;
  /** Whether the building collapsed. */
  collapsed: boolean;
  /** What the table says. */
  result: ShotResult;
}

/** One unit shoots at another. */
export interface ShootRequest {
  /** The shooting unit. */
  shooter: Unit;
  /** The target. */
  target: Unit;
  /** How far it is to the target, of observed indirect fire from the observer. */
  distance: number;
  /** How many bases see the target and have it in arc and range; null for all. Default: null. */
  able_bases?: number | null;
  /** Of troops who fire out of buildings, how many millimetres of it face the target. Default: null. */
  frontage?: number | null;
  /** The shooting value of the shooter's White Officer base; null where it has none. Default: null. */
  officer_base_value?: string | number | null;
  /** Whether it fires at a place where it only believes the enemy to be. Default: false. */
  speculative?: boolean;
  /** Whether an observer directs the fire, for the first time or again. Default: "none". */
  indirect?: Indirect;
  /** Whether it only harasses, up to twice its range. Default: false. */
  harassing?: boolean;
  /** Whether the shells hold gas. Default: false. */
  gas?: boolean;
  /** Whether it shot at the same target in its previous segment and the target has not moved since. Default: false. */
  consecutive?: boolean;
  /** What covers the target. Default: "open". */
  cover?: Cover;
  /** What kind of building the target is in, because it falls with the building. Default: "none". */
  building?: Building;
  /** Whether the target merely moves through the buildings that cover it. Default: false. */
  passing_through?: boolean;
  /** Of a single farm, how many millimetres of frontage it has all round. Default: null. */
  farm_perimeter?: number | null;
  /** Whether the target is enfiladed. Default: false. */
  enfiladed?: boolean;
  /** Whether the target is in column on a road, or marches. Default: false. */
  road_column?: boolean;
  /** Whether the target moved in its latest segment; it matters for vehicles and pinned infantry. Default: false. */
  target_moved?: boolean;
  /** Of a senior officer's base: whether no friendly base is within 2 inches of it. Default: true. */
  distinct?: boolean;
  /** When the shooter moves, if it moves after shooting. Default: "stays". */
  move?: MoveAfter;
  /** Whether the shooter is still a position marker. Default: false. */
  hidden?: boolean;
  /** Whether the shooter, a team that has rallied from rout, still has to fetch its weapons. Default: false. */
  weapons_left?: boolean;
  /** Other units that the player wants to shoot at too. Default: []. */
  also_at?: string[];
  /** What matters when the target tests its morale. Default: as the library has it. */
  situation?: Situation;
  /** What matters when the target must retire. Default: { "hard_cover": false, "room_behind": null, "friend_behind": null }. */
  footing?: RetirePlace;
}

export type Building = "none" | "wood" | "stone";

export type MoveAfter = "stays" | "before_dice" | "after_dice";

/** What one shooting did. */
export interface ShootOutcome {
  /** The shooting unit afterwards; its segment is used. */
  shooter: Unit;
  /** The target afterwards. */
  aftermath: Aftermath;
  /** How many direct hits were scored; on a train resolve each with `red_actions.train_hit`. */
  direct_hits: number;
  /** Whether the building that the target was in is destroyed. */
  collapsed: boolean;
}

/** A unit after an event. */
export interface Aftermath {
  /** The unit after its losses, markers, tests and retires. */
  unit: Unit;
  /** Whether it is gone, its officers with it. */
  destroyed: boolean;
  /** Whether it began to rout. */
  routs: boolean;
  /** The officers who fell, in the order of their places. */
  officers_lost: OfficerToken[];
  /** How many serious tests it failed. */
  failed_serious: number;
  /** How far it went back in all. */
  retired: number;
  /** Whether it took a retire result, even if it had no room to go back. */
  gave_way: boolean;
  /** How far it pushed back the friendly unit behind it, in all. */
  pushed: number;
  /** Unlimbered guns whose crews ran off: how many stay on their place, for either side to take. */
  guns_left: number;
}

/** A unit shoots, and its target may return the fire. */
export interface ReturnFireRequest {
  /** The first shooting. */
  first: ShootRequest;
  /** The shooting that its target may return, with the two units swapped. */
  answer: ShootRequest;
}

/** What fire and return fire did. */
export interface ReturnFireOutcome {
  /** What the first fire did to the target; its shooter as the returned fire left it. */
  first: ShootOutcome;
  /** What the returned fire did to the first shooter; null if it was not returned. */
  answer: Aftermath | null;
}

/** An event and the unit that it happens to. */
export interface EventRequest {
  /** The unit before it. */
  unit: Unit;
  /** What happens to it. */
  event: Event;
  /** Where it stands when it tests. Default: as the library has it. */
  situation?: Situation;
  /** Where it stands when it must retire. Default: { "hard_cover": false, "room_behind": null, "friend_behind": null }. */
  footing?: RetirePlace;
}

/** What happens to a unit at one moment, before any of it is applied to the unit. */
export interface Event {
  /** Bases lost to direct hits. Default: 0. */
  direct_hits?: number;
  /** Bases lost to Kill!. Default: 0. */
  kills?: number;
  /** Bases lost otherwise, but not voluntarily. Default: 0. */
  other_losses?: number;
  /** Bases lost to a combat result that makes the survivors rout; they cause no fear test. Default: 0. */
  defeated?: number;
  /** Terror markers it gets. Default: 0. */
  terror?: number;
  /** Humiliated markers it gets. Default: 0. */
  humiliated?: number;
  /** Whether it gets a pinned marker. Default: false. */
  pinned?: boolean;
  /** The officers who fall, by their places in `Unit.officers`, from 0. Default: []. */
  fallen?: number[];
  /** Whether shooting gives a serious result. Default: false. */
  serious?: boolean;
  /** How many retire results it gets, besides those of failed serious tests. Default: 0. */
  retires?: number;
  /** Whether these come from shooting or from combat. Default: "ret". */
  retire_cause?: RetireCause;
  /** Whether a combat result makes it rout. Default: false. */
  routs?: boolean;
  /** Whether it is ambushed. Default: false. */
  ambushed?: boolean;
  /** Whether it is charged. Default: false. */
  charged?: boolean;
  /** Whether it is gassed. Default: false. */
  gassed?: boolean;
  /** Whether routing friends pass through it. Default: false. */
  run_through?: boolean;
  /** Whether routing friends of equal or better class pass within 8 inches. Default: false. */
  routers_pass?: boolean;
}

/** One rout move. */
export interface RoutMoveRequest {
  /** The unit, already in rout. */
  unit: Unit;
  /** Where it leads. Default: { "cause": "enemy", "enemy_in_sight": true, "reach": null, "obstacles": [] }. */
  way?: RoutWay;
}

/** The way of a rout move. */
export interface RoutWay {
  /** Whether an enemy unit caused the rout. Default: "enemy". */
  cause?: RoutCause;
  /** Whether the unit sees an enemy. Default: true. */
  enemy_in_sight?: boolean;
  /** How far one rout move takes it over the ground on its way, by `red_actions.along_path`; null on open ground, where it is its speed times the option rout_length_factor. Default: null. */
  reach?: number | null;
  /** What is in the path, friends included. Default: []. */
  obstacles?: InTheWay[];
}

export type RoutCause = "enemy" | "other";

/** Something in the strip, as wide as the unit, straight ahead of a rout move. */
export interface InTheWay {
  /** What it is. */
  what: RoutObstacle;
  /** How far ahead it begins. */
  distance: number;
  /** Of friends: which unit. Default: "". */
  name?: string;
}

export type RoutObstacle = "enemy" | "impassable" | "friend" | "formed_cavalry" | "table_edge";

/** How a rout move went. */
export interface RoutMoveOutcome {
  /** The unit afterwards; without bases if it is gone. */
  unit: Unit;
  /** How it ended. */
  end: RoutEnd;
  /** How far it went. */
  moved: number;
  /** What it moves straight away from. */
  away_from: Away;
  /** The friends that it passed through, in order; each takes a fear test. */
  ran_through: string[];
  /** The bases that surrendered. */
  prisoners: number;
}

export type RoutEnd = "moved" | "surrendered" | "destroyed" | "left_table" | "lost" | "left_guns";

export type Away = "its_enemy" | "nearest_enemy" | "towards_own_edge";

/** A rout move with the friends near its path. */
export interface RoutCascadeRequest {
  /** The unit in rout. */
  unit: Unit;
  /** Where it leads, without the friends. Default: { "cause": "enemy", "enemy_in_sight": true, "reach": null, "obstacles": [] }. */
  way?: RoutWay;
  /** The friends, in the order in which the routers first touch them or come within 8 inches. Default: []. */
  friends?: FriendNearRout[];
}

/** A friendly unit that the routers meet or pass. */
export interface FriendNearRout {
  /** The unit. */
  unit: Unit;
  /** How far along the path of the routers it stands; null if it is not in their path. Default: null. */
  met_at?: number | null;
  /** How near any part of the rout move comes to any base of it; 0 where it is in the path. Default: 0. */
  distance?: number;
  /** Where it stands when it tests. Default: as the library has it. */
  situation?: Situation;
  /** Where it stands when it must retire. Default: { "hard_cover": false, "room_behind": null, "friend_behind": null }. */
  footing?: RetirePlace;
}

/** A rout move and what it did to friends. */
export interface RoutCascadeOutcome {
  /** The rout move. */
  move: RoutMoveOutcome;
  /** The friends, in listed order. */
  friends: FriendAfterRout[];
  /** The names of the units that rout now; each makes its own rout move, in this order, with its own cascade. */
  new_routs: string[];
}

/** A friendly unit after routers met or passed it. */
export interface FriendAfterRout {
  /** Its name. */
  name: string;
  /** The friend after its tests. */
  aftermath: Aftermath;
}

/** The facts that decide a unit's strength in combat, with the markers of a charge in flank or rear already on it. */
export interface CombatStrengthRequest {
  /** The fighting value on its card. */
  fighting_value: string | number;
  /** Its bases, touching the enemy or not. */
  bases: number;
  /** Its terror markers. Default: 0. */
  terror?: number;
  /** Its humiliated markers. Default: 0. */
  humiliated?: number;
  /** Where it was contacted; front for chargers. Default: "front". */
  aspect?: Aspect;
  /** Whether it is charged behind fortifications. Default: false. */
  fortified?: boolean;
  /** Whether it is charged in cover, or at a bridge, ford, breach or the like; not for the same piece of terrain as `fortified`. Default: false. */
  in_cover?: boolean;
  /** Whether it stands higher than the enemy. Default: false. */
  uphill?: boolean;
  /** Whether it is formed cavalry that charges or counter-charges. Default: false. */
  formed_charging?: boolean;
}

export type Aspect = "front" | "flank" | "rear";

/** The strength of a unit. */
export interface CombatStrengthOutcome {
  /** Its strength, never rounded. */
  strength: string | number;
}

/** The strengths of two sides. */
export interface CombatRatioRequest {
  /** The strength of the side that charged. */
  charger: string | number;
  /** The strength of the other side: that of all its units together. */
  contacted: string | number;
}

/** In which column two sides fight. */
export interface CombatRatioOutcome {
  /** The column of the combat table. */
  column: CombatColumn;
  /** The side that is S there. */
  stronger: CombatSide;
}

export type CombatColumn = "Advantage" | "3:2" | "2:1" | "5:2" | "3:1" | "4:1";

export type CombatSide = "charger" | "contacted";

/** A cell of the combat table. */
export interface CombatTableRequest {
  /** The column. */
  column: CombatColumn;
  /** The sum of the 2d6. */
  roll: number;
}

/** What the combat table says. */
export interface CombatTableOutcome {
  /** The cell. */
  result: CombatResult;
}

export type CombatResult = "S/Defeated" | "S/Retires 3 x Ter" | "S/Retires 2 x Ter" | "S/Retires 1 x Ter" | "S/Humiliated" | "W/Retires 1 x Ter" | "W/Retires 2 x Ter" | "W/Retires 3 x Ter" | "W/Defeated" | "W/Surrenders";

/** A column of the combat table, the 2d6 still to be thrown. */
export interface CombatRollRequest {
  /** The column. */
  column: CombatColumn;
}

/** The officers of a unit that has fought. */
export interface CombatOfficersRequest {
  /** How many are with it. */
  officers: number;
  /** Whether the unit is in rout now, whatever caused it. Default: false. */
  routs?: boolean;
}

/** Which officers of a unit fell in combat. */
export interface CombatOfficersOutcome {
  /** Their places in the order of the dice, from 0. */
  fallen: number[];
  /** Whether the unit has no officer left. */
  all_lost: boolean;
}

/** A charger that touches the enemy. */
export interface CombatRequest {
  /** The unit that charged. */
  charger: Charger;
  /** The units that it touches, in the order in which they are resolved. */
  contacted: Contacted[];
}

/** The unit that charged. */
export interface Charger {
  /** The unit as it is when it touches the enemy. */
  unit: Unit;
  /** Whether it stands higher than the enemy. Default: false. */
  uphill?: boolean;
  /** Where it stands when it must test morale. Default: as the library has it. */
  situation?: Situation;
  /** Where it stands when it must retire. Default: { "hard_cover": false, "room_behind": null, "friend_behind": null }. */
  footing?: RetirePlace;
  /** Where it would rout to. Default: { "cause": "enemy", "enemy_in_sight": true, "reach": null, "obstacles": [] }. */
  way?: RoutWay;
  /** Other enemies on the line on which it would pursue. Default: []. */
  ahead?: EnemyAhead[];
  /** Bases of prisoners that it has with it. Default: 0. */
  guards?: number;
  /** The fighting value of its White Officer base; null where it has none. Default: null. */
  officer_base_value?: string | number | null;
}

/** An enemy unit, other than the routers, on the line of a pursuit or so near that it might stop it. */
export interface EnemyAhead {
  /** How far ahead it is, from where the pursuers begin. */
  distance: number;
  /** Which side it shows to the pursuers. Default: "front". */
  aspect?: Aspect;
  /** Whether it is able to fight them. Default: true. */
  can_fight?: boolean;
}

/** A unit that the charger touches, after its fear test and before the markers of contact. */
export interface Contacted {
  /** The unit as it is before the markers for a charge in flank or rear. */
  unit: Unit;
  /** Where it is charged. Default: "front". */
  aspect?: Aspect;
  /** Whether it is behind fortifications. Default: false. */
  fortified?: boolean;
  /** Whether it is in cover, or at a bridge, ford, breach or the like; not for the same piece of terrain as `fortified`. Default: false. */
  in_cover?: boolean;
  /** Whether it stands higher than the enemy. Default: false. */
  uphill?: boolean;
  /** Whether it meets the charger half-way. Default: false. */
  counter_charging?: boolean;
  /** Where it stands when it must test morale. Default: as the library has it. */
  situation?: Situation;
  /** Where it stands when it must retire. Default: { "hard_cover": false, "room_behind": null, "friend_behind": null }. */
  footing?: RetirePlace;
  /** Where it would rout to. Default: { "cause": "enemy", "enemy_in_sight": true, "reach": null, "obstacles": [] }. */
  way?: RoutWay;
  /** Other enemies on the line on which it would pursue. Default: []. */
  ahead?: EnemyAhead[];
  /** Bases of prisoners that it has with it. Default: 0. */
  guards?: number;
  /** The fighting value of its White Officer base; null where it has none. Default: null. */
  officer_base_value?: string | number | null;
}

/** How a combat ended. */
export interface CombatOutcome {
  /** The column of the combat table; null if nobody stood to fight. */
  column: CombatColumn | null;
  /** The side that was S; null if nobody stood to fight. */
  stronger: CombatSide | null;
  /** The result of the table; null if nobody stood to fight. */
  result: CombatResult | null;
  /** The charger afterwards. */
  charger: UnitAfterCombat;
  /** Each unit that it touched, in listed order. */
  contacted: UnitAfterCombat[];
  /** Bases of prisoners in the hands of the charger's side afterwards. */
  prisoners_of_charger: number;
  /** Those in the hands of the other side. */
  prisoners_of_contacted: number;
}

/** A unit after a combat. */
export interface UnitAfterCombat {
  /** The unit afterwards; 0 bases when it is gone. */
  unit: Unit;
  /** What happened to it. */
  fate: CombatFate;
  /** Its bases that were lost; not those taken prisoner. */
  lost: number;
  /** Its bases that were taken prisoner. */
  prisoners: number;
  /** Its officers who fell, or were destroyed or captured with it. */
  officers_lost: OfficerToken[];
  /** How far it went back. */
  retired: number;
  /** How far its rout move took it. */
  routed: number;
  /** The friends that it routed through, in order; each takes a fear test. */
  ran_through: string[];
  /** Its pursuit; null if it had nobody to pursue, or had to go back or rout itself. */
  pursuit: PursuitOutcome | null;
  /** How far it pushed back the friendly unit behind it as it went back. */
  pushed: number;
  /** Whether, charged in flank or rear, it has turned all its bases to face the charger. */
  turned_to_face: boolean;
}

export type CombatFate = "stays" | "retires" | "routs" | "destroyed" | "surrenders" | "caught";

/** The outcome of a pursuit. */
export interface PursuitOutcome {
  /** Whether the unit pursues at once. */
  pursues: boolean;
  /** How far it went. */
  moved: number;
  /** Whether an enemy that faces it made it halt. */
  halted: boolean;
  /** Which enemy ahead it ran into, by its place from 0, which is a new charge without a charge test; null if it ran into none. */
  charges: number | null;
  /** Each router, in listed order. */
  routers: RouterAfter[];
}

/** A routing unit after a pursuit. */
export interface RouterAfter {
  /** Whether it was caught; then nothing is left of it. */
  caught: boolean;
  /** Its bases that were lost; not those taken prisoner. */
  lost: number;
  /** Its bases that were taken prisoner. */
  prisoners: number;
}

/** A unit that has made enemies rout in combat and neither retires nor routs itself, or that reaches routers. */
export interface PursuitRequest {
  /** The arm of the pursuers. */
  arm: Arm;
  /** The most that they move by their card. */
  speed: number;
  /** The units that rout from them. */
  routers: Router[];
  /** Other enemies on the line or near it. Default: []. */
  enemies?: EnemyAhead[];
  /** Whether they have just reached the routers in a charge of their own, as every arm may in the turn after; then all routers that they reach are caught. Default: false. */
  by_charge?: boolean;
}

/** A unit that was made to rout, after its rout move. */
export interface Router {
  /** What it is. */
  category: Category;
  /** The most that it moves by its card. */
  speed: number;
  /** The bases that it has left. */
  bases: number;
  /** How far it is from the pursuers; it matters only if they are stopped. Default: null. */
  distance?: number | null;
}

/** Bases that want to shoot at one target. */
export interface FireArcRequest {
  /** How their weapons are carried. */
  mount: Mount;
  /** Where the target is from each base. */
  aims: ArcsAim[];
  /** Where sponsons, fixed weapons and the machine guns of trains point; null for the default, the front; sponsons have no default. Default: null. */
  weapon?: Direction | null;
  /** The side to which a sponson of the same tank has fired in this turn; null if neither has. Default: null. */
  fired_to?: Flank | null;
  /** Whether the train has moved in this turn, or is not stopped. Default: false. */
  train_moves?: boolean;
}

export type Mount =
  | "troops"
  | "tachanka"
  | "turret"
  | "sponson"
  | "fixed"
  | "train_gun"
  | "train_turret"
  | "train_machine_guns";

/** Where a target is from a base that wants to shoot at it. */
export interface ArcsAim {
  /** How far the nearest point of the target is off the base's straight ahead, to the right positive, to the left negative; seen from the middle of the edge from which the base fires. */
  angle: number;
  /** Whether friends stand in the line of fire: not those of the same unit behind it, nor any on lower ground than a shooter on a hill. Default: false. */
  blocked?: boolean;
}

export type Direction = "front" | "right" | "rear" | "left";

export type Flank = "left" | "right";

/** Who has the target in arc. */
export interface FireArcOutcome {
  /** Of each base, whether it has. */
  in_arc: boolean[];
  /** How many have it in arc and no friends in the way. */
  able: number;
}

/** A target and the bases that shoot at it. */
export interface EnfiladeRequest {
  /** Whether the target is basically in line, rather than in column or with its bases facing different ways. Default: true. */
  in_line?: boolean;
  /** Where each base stands that sees the target and has it in arc and range. */
  shooters: Beside[];
}

/** Where a shooting base stands from a target in line: the middle of its front edge counts. */
export interface Beside {
  /** Beyond which flank of the target, as the target faces; for a base that stands opposite the target itself, the flank whose end is nearer. */
  flank: Flank;
  /** How far from the target's other end it is, measured along the front line. */
  from_far_end: number;
  /** How far it is ahead of the target's prolonged front line. Default: 0. */
  ahead?: number;
  /** How far it is behind the target's prolonged rear line. Default: 0. */
  behind?: number;
}

/** Whether a target is enfiladed. */
export interface EnfiladeOutcome {
  /** Whether most shooters fire along it from one flank. */
  enfiladed: boolean;
  /** From which flank; null where it is not. */
  flank: Flank | null;
  /** Of each shooting base, whether it is inside the wedge beyond its flank. */
  inside: boolean[];
}

/** Where the bases of a charging unit stand, by their middles, when the charge is declared. */
export interface ChargeAspectRequest {
  /** How many bases charge. */
  bases: number;
  /** How many of them are behind the target's front line, prolonged to both sides; not those on it. Default: 0. */
  behind_front?: number;
  /** How many are behind its rear line and between the lines that prolong its sides, or on these. Default: 0. */
  behind_rear?: number;
  /** Whether all bases of the target face alike; without that it has neither flank nor rear. Default: true. */
  target_faces_one_way?: boolean;
}

/** From which side the charge comes. */
export interface ChargeAspectOutcome {
  /** The side. */
  aspect: Aspect;
  /** The terror markers that contact will add to the target. */
  markers: number;
}

/** An observer and what it might see. */
export interface SpotRequest {
  /** How far apart the nearest points of the two are. */
  distance: number;
  /** Where the observer is. Default: { "ground": "open", "edge_distance": null, "level": 0 }. */
  observer?: Standing;
  /** Where the target is. Default: { "ground": "open", "edge_distance": null, "level": 0 }. */
  target?: Standing;
  /** The target's arm; of a dummy, the arm as which it moves. */
  arm: Arm;
  /** How many bases it has. */
  bases: number;
  /** Whether it has not moved in this turn. */
  stationary: boolean;
  /** Whether guns are limbered. Default: false. */
  limbered?: boolean;
  /** Whether both are inside the same wood, scrub or built-up area. Default: false. */
  same_ground?: boolean;
  /** What else is on the line. Default: []. */
  between?: Between[];
  /** The range on the target's card, if it has fired in this turn. Default: null. */
  fired_range?: number | null;
  /** What represents the target on the table. Default: "figures". */
  shown_as?: ShownAs;
  /** Whether the target signals which side it is on. Default: false. */
  signals?: boolean;
}

/** Where one end of a line of sight is. */
export interface Standing {
  /** What it is in or behind. Default: "open". */
  ground?: Ground;
  /** Inside scrub, woods and built-up areas: how far it is from the edge that the line crosses. Default: null. */
  edge_distance?: number | null;
  /** How high the ground is. Default: 0. */
  level?: number;
}

export type Ground = "open" | "ditch" | "hedge" | "scrub" | "wood" | "built_up";

/** Terrain on the line that neither end stands in or, of hedges, next to. */
export interface Between {
  /** The level that it reaches: a hill its own level, woods, buildings and hedges one more than their ground. */
  rises_to: number;
  /** How far it is from where the line leaves it to the end that stands lower; if neither does, to the target. */
  behind: number;
  /** Of hills: how far its crest is from that of the hill on which the higher end stands, along the line. Default: null. */
  crests_apart?: number | null;
}

export type ShownAs = "figures" | "marker" | "hidden" | "dummy";

/** Whether a target is seen. */
export interface SpotOutcome {
  /** Whether the observer sees it. */
  visible: boolean;
  /** Whether the observer can tell friend from foe. */
  side_known: boolean;
  /** Whether a marker gives way to figures, and a dummy to nothing. */
  revealed: boolean;
}

/** A unit that uses its action to hide. */
export interface HideRequest {
  /** What it is. */
  arm: Arm;
  /** Whether guns are limbered. Default: false. */
  limbered?: boolean;
  /** Where it is. */
  ground: Ground;
  /** Whether an enemy sees it at this moment. Default: false. */
  seen?: boolean;
  /** The number of this turn. Default: 1. */
  turn?: number;
}

/** A unit that hides. */
export interface HideOutcome {
  /** The first turn in which it may lie in ambush. */
  ambush_from_turn: number;
}

/** Units that could be shot at. */
export interface TargetPriorityRequest {
  /** The units, all in sight, arc and range. */
  candidates: Candidate[];
  /** The unit to shoot at; null to choose among those allowed. Default: null. */
  target?: string | null;
  /** Whether a senior officer is with the shooters. Default: false. */
  senior_attached?: boolean;
  /** How far the nearest other senior officer of their side is from them; null if there is none. Default: null. */
  senior_distance?: number | null;
  /** Whether the players have agreed on another target than the priorities give. Default: false. */
  agreed?: boolean;
}

/** A unit that could be shot at. */
export interface Candidate {
  /** What it is known by. */
  name: string;
  /** Whether it threatens the shooters, by its fire or by a charge. Default: false. */
  threatens?: boolean;
  /** Whether it is at close range. Default: false. */
  close?: boolean;
  /** Whether it has no cover. Default: false. */
  in_open?: boolean;
}

/** The target that the unit shoots at. */
export interface TargetPriorityOutcome {
  /** The target. */
  target: string;
  /** All targets that it may shoot at, in the order given. */
  allowed: string[];
}

/** A move along a path. */
export interface MoveBudgetRequest {
  /** Who moves. */
  mover: Mover;
  /** The most that its card lets it move; null for a detached officer, whose speed is printed. Default: null. */
  speed?: number | null;
  /** The most while it evades. Default: null. */
  evasive_speed?: number | null;
  /** Which speed it uses. Default: "full". */
  pace?: Pace;
  /** Of a charge out of an ambush: what that adds to the speed. Default: 0. */
  bonus?: number;
  /** Why it moves. Default: "move". */
  manner?: Manner;
  /** What it passes, in order. Default: []. */
  path?: (Stretch | Barrier)[];
  /** How many bases stand abreast when it wheels. Default: 1. */
  front_bases?: number;
  /** The angles by which it wheels. Default: []. */
  wheels?: number[];
  /** The angles by which all bases turn on the spot, 90 or 180 each. Default: []. */
  turns?: (90 | 180)[];
  /** How deep the unit is, front to rear; needed where tachankas or limbered guns turn. Default: null. */
  depth?: number | null;
  /** How far it slants from straight ahead. Default: 0. */
  incline?: number;
  /** Whether all its bases face the same way. Default: true. */
  facing_alike?: boolean;
  /** Of guns: whether they are limbered. Default: false. */
  limbered?: boolean;
  /** Of tachankas: whether their rear faces the enemy at the beginning; null to leave that open. Default: null. */
  begins_ready?: boolean | null;
  /** Whether it is formed cavalry. Default: false. */
  formed?: boolean;
  /** Whom it passes through. Default: "nobody". */
  passes?: "nobody" | "friends" | "formed_cavalry";
  /** Whether it would end on top of another unit. Default: false. */
  ends_on_others?: boolean;
  /** How far the nearest enemy is at the beginning; routing enemies and prisoners do not count. Default: null. */
  enemy_at_start?: number | null;
  /** How near any point of the path comes to such an enemy; null: no enemy near, or no nearer than at the beginning. Default: null. */
  nearest_enemy?: number | null;
  /** Of a march: when the unit was shot at. Default: "never". */
  shot_at?: ShotAt;
}

/** What matters of a unit when it moves over terrain. */
export interface Mover {
  /** What its bases are. */
  arm: Arm;
  /** Of officers: whether they ride. Default: false. */
  mounted?: boolean;
  /** How many bases it has; a single one always counts as in column. Default: 1. */
  bases?: number;
  /** Whether it is in column. Default: false. */
  in_column?: boolean;
}

export type Pace = "full" | "half" | "evasive" | "march";

export type Manner = "move" | "charge" | "compelled";

/** A part of a path with a length. */
export interface Stretch {
  kind: "stretch";
  /** How long it is, measured as the front edge of the unit goes. */
  length: number;
  /** All the terrain that it lies in; empty for open and flat ground, or the way down a normal hill. Default: []. */
  terrain?: Area[];
  /** Whether it follows a road. Default: false. */
  on_road?: boolean;
  /** Whether a steep slope goes down. Default: false. */
  downhill?: boolean;
  /** Which way the unit goes, as it faces. Default: "forward". */
  direction?: "forward" | "backward" | "sideways";
}

export type Area =
  | "ford"
  | "up_normal_hill"
  | "steep_slope"
  | "buildings"
  | "boggy_ground"
  | "rough_ground"
  | "woods"
  | "dense_woods";

/** Something on a path that the unit crosses. */
export interface Barrier {
  kind: "obstacle";
  /** What it is. */
  line: Line;
  /** Whether a road leads over or through it, by a bridge or a gap. Default: false. */
  on_road?: boolean;
}

export type Line = "hedge" | "wall" | "small_stream" | "big_stream" | "trench" | "wire" | "crushed_wire";

export type ShotAt = "never" | "lately" | "earlier";

/** What a legal move costs. */
export interface MoveBudgetOutcome {
  /** What the unit may spend, in inches. */
  allowance: string | number;
  /** What the move costs. */
  cost: string | number;
  /** What is left over. */
  left: string | number;
  /** How many inches the unit goes, wheels included. */
  moved: string | number;
  /** Whether it ends in wire. */
  in_wire: boolean;
  /** Of tachankas: whether their rear faces the enemy at the end; null if the request leaves that open. */
  ready_to_fire: boolean | null;
  /** The tests of a vehicle that it calls for, in their order. */
  trials: TrialDue[];
}

/** A test of a vehicle that a move calls for. */
export interface TrialDue {
  /** Which test. */
  trial: Trial;
  /** The stretch or obstacle of the path that calls for it, counted from 0; null at the end of the move. */
  leg: number | null;
  /** How far the vehicle has come when it takes it, in inches. */
  moved: string | number;
}

export type Trial = "obstacle" | "wire" | "breakdown";

/** A mover that goes along a path as far as it gets, such as routers or pursuers. */
export interface AlongPathRequest {
  /** Who moves. */
  mover: Mover;
  /** What it passes, in order. */
  path: (Stretch | Barrier)[];
  /** What it may spend. */
  allowance: number;
}

/** How far a move along a path goes. */
export interface AlongPathOutcome {
  /** How many inches. */
  moved: string | number;
  /** What that cost of the allowance. */
  cost: string | number;
  /** What ended it: nothing, the allowance, impassable ground, or wire that infantry halts in. */
  stopped_by: "" | "spent" | "impassable" | "wire";
  /** The stretch or obstacle at which it ended, counted from 0; null at the end of the path. */
  leg: number | null;
}

/** A unit that wheels. */
export interface WheelCostRequest {
  /** How many bases stand abreast in its front rank. */
  front_bases: number;
  /** By how much it wheels, to either side. */
  angle: number;
}

/** What a wheel costs. */
export interface WheelCostOutcome {
  /** Inches of the move. */
  cost: number;
}

/** Troops, or an officer, that march. */
export interface MarchRequest {
  /** Their usual speed; not the evasive one, which is never doubled. */
  speed: number;
  /** Whether they are in column, as a single base always is. Default: true. */
  in_column?: boolean;
  /** Whether the whole way is by road. Default: false. */
  by_road?: boolean;
  /** How near any point of the way comes to an enemy that is seen or otherwise known; null if there is none. Default: null. */
  nearest_enemy?: number | null;
  /** When they were shot at last, harassing fire included. Default: "never". */
  shot_at?: ShotAt;
}

/** How far a march takes a unit. */
export interface MarchOutcome {
  /** How far, before terrain. */
  allowance: number;
}

/** The move of a tank or an armoured car. */
export interface VehicleBreakdownRequest {
  /** The move. */
  move: MoveBudgetRequest;
}

/** How a vehicle gets through a move. */
export interface VehicleBreakdownOutcome {
  /** Whether it moves on. */
  status: VehicleStatus;
  /** How many inches it moved. */
  moved: string | number;
  /** The obstacle of the path where it is stuck, counted from 0; null if it reached the end. */
  stopped_at: number | null;
  /** The wire of the path that it crushed, as wide as its base, counted from 0. */
  crushed: number[];
}

export type VehicleStatus = "ok" | "temporary" | "permanent";

/** A vehicle that is stuck or broken down. */
export interface VehicleRepairRequest {
  /** What is wrong with it. */
  status: VehicleStatus;
  /** Whether this move is later than the one of the mishap. Default: true. */
  later_move?: boolean;
  /** Whether it has tried in this segment. Default: false. */
  tried?: boolean;
}

/** Whether a vehicle is free again. */
export interface VehicleRepairOutcome {
  /** Whether it is, and may move in this segment. */
  freed: boolean;
}

/** A vehicle that charges a unit, after the unit's fear test and fire. */
export interface VehicleContactRequest {
  /** What charges. */
  vehicle: "tank" | "armoured_car";
  /** What the bases of the unit are. */
  arm: Arm;
  /** Whether they are grenadiers. Default: false. */
  grenadiers?: boolean;
  /** Whether the unit passed its fear test and so is there to be reached. Default: true. */
  stood?: boolean;
}

/** What happens when a vehicle reaches troops. */
export interface VehicleContactOutcome {
  /** Whether the vehicle never moves again; it may still fire. */
  immobilised: boolean;
  /** What happens to the troops. */
  fate: Fate;
}

export type Fate = "routs" | "captured" | "removed";

/** A unit in wire. */
export interface CrossWireRequest {
  /** What its bases are. */
  arm: Arm;
  /** Of officers: whether they ride. Default: false. */
  mounted?: boolean;
  /** Whether they are engineers. Default: false. */
  engineers?: boolean;
  /** In how many turns they have been in the wire before this one; 0 in the turn in which they enter. Default: 1. */
  turns_in_wire?: number;
  /** Of tanks: whether it can clear wire. Default: false. */
  wire_device?: boolean;
  /** Of tanks: how far it goes along the wire; 0 if it goes across. Default: 0. */
  along?: number;
}

/** How a unit fares in wire. */
export interface CrossWireOutcome {
  /** Whether it is on the far side. */
  across: boolean;
  /** Whether it leaves a path one base wide, which is open ground for units in column. */
  path_cut: boolean;
  /** Whether the wire where a tank went across is crushed, as wide as its base. */
  crushed: boolean;
  /** For each whole strip of 4 inches that a tank went along it: whether it is crushed. */
  strips_crushed: boolean[];
  /** Whether a tank is stuck for now. */
  stuck: boolean;
}

/** Infantry that digs foxholes. */
export interface DigInRequest {
  /** What its bases are. Default: "rifle". */
  arm?: Arm;
  /** Whether it has proper tools to dig with. Default: false. */
  tools?: boolean;
  /** How many columns of cover it has dug before, exactly. Default: "0". */
  progress?: string | number;
  /** How many moves it digs. Default: 1. */
  moves?: number;
  /** Whether it does anything else in these moves, evading included. Default: false. */
  otherwise_busy?: boolean;
}

/** How far the foxholes are dug. */
export interface DigInOutcome {
  /** Columns of cover, exactly. */
  progress: string | number;
  /** The whole columns that count against shooting, as one kind of cover. */
  columns: number;
  /** Whether they count as hard cover against a first retire result; never for Mobs. */
  stands_firm: boolean;
}

/** A building that is set on fire, burns on at the start of a turn, or whose fire is fought. */
export interface BuildingFireRequest {
  /** Whether to set the fire, let it spread or fight it; a fire spreads by itself, once a turn. */
  operation: "set" | "spread" | "fight";
  /** The terror markers on the building. Default: 0. */
  markers?: number;
  /** Whether the unit that sets or fights the fire touches the building. Default: true. */
  touches?: boolean;
}

/** How a building burns. */
export interface BuildingFireOutcome {
  /** The terror markers on it; 0 when it does not burn. */
  markers: number;
  /** Whether it is burnt down: units in it must leave by a retire move or are lost, and it becomes rough ground. */
  destroyed: boolean;
}

/** A train and what its driver does. */
export interface TrainMoveRequest {
  /** How far it went in its last move; 0 if it stood at the end. Default: 0. */
  last_move?: number;
  /** Which way it went, or faces while it stands. Default: "forward". */
  way?: Way;
  /** What its driver does; a standing train that reverses sets off the other way. Default: "keep". */
  order?: "keep" | "faster" | "slower" | "reverse";
  /** The direct hits on its engine. Default: 0. */
  engine_hits?: number;
  /** Whether there is an engine in it at all. Default: true. */
  has_engine?: boolean;
  /** What fires from it in this move. Default: []. */
  fires?: CarFire[];
}

export type Way = "forward" | "backward";

/** What fires from a car of a train in this move. */
export interface CarFire {
  /** The car. */
  car: Car;
  /** What fires. */
  weapon: Weapon;
}

export type Car = "engine" | "turret" | "artillery" | "mg" | "other";

export type Weapon = "gun" | "machine_guns" | "rifles";

/** How a train moves. */
export interface TrainMoveOutcome {
  /** How far it goes along the rails in this turn. */
  move: number;
  /** Which way. */
  way: Way;
  /** Whether it stands at the end. */
  stopped: boolean;
}

/** A car of a train that takes a direct hit. */
export interface TrainHitRequest {
  /** The car. */
  car: Car;
  /** The direct hits that it took before. Default: 0. */
  hits?: number;
  /** How many bases of troops ride in it. Default: 0. */
  bases_aboard?: number;
  /** The train's success number of fear tests. Default: null. */
  fear?: number | null;
  /** The officer in command of the train; null without one. Default: null. */
  junior?: MoraleOfficer | null;
  /** Senior officers aboard. Default: []. */
  attached?: MoraleOfficer[];
  /** Where the train stands, as for any morale test. Default: as the library has it. */
  situation?: Situation;
  /** Whether it tries to leave the table already. Default: false. */
  leaving?: boolean;
}

/** What a direct hit does to a train. */
export interface TrainHitOutcome {
  /** The hits on the car. */
  hits: number;
  /** Whether the car is destroyed; an engine never is. */
  destroyed: boolean;
  /** How many bases aboard are lost with it. */
  bases_lost: number;
  /** Of an engine: the most that the train can still move. */
  limit: number | null;
  /** Whether this hit, on an engine, makes the train try to get out of range of the enemy's guns; every later hit does the same until it is out of range. */
  leaves_range: boolean;
  /** Whether it failed its fear test and must try to leave the table. */
  leaves_table: boolean;
}

/** A train that tries to leave the table, at the start of its segment. */
export interface TrainRallyRequest {
  /** The train's success number of rally tests. Default: null. */
  rally?: number | null;
  /** The officer in command of the train; null without one. Default: null. */
  junior?: MoraleOfficer | null;
  /** Senior officers aboard. Default: []. */
  attached?: MoraleOfficer[];
  /** Where the train stands. Default: as the library has it. */
  situation?: Situation;
}

/** Whether a train still tries to leave the table. */
export interface TrainRallyOutcome {
  /** Whether it does. */
  leaves_table: boolean;
}

/** A unit that rallies from terror as its action. */
export interface RallyTerrorRequest {
  /** The unit. */
  unit: Unit;
  /** Whether it sees an enemy. Default: true. */
  enemy_in_sight?: boolean;
}

/** How a rally from terror went. */
export interface RallyTerrorOutcome {
  /** The unit afterwards. */
  unit: Unit;
  /** Whether it is a Mob that hesitated; it may still shoot. */
  hesitated: boolean;
}

/** A pinned unit that wants to advance. */
export interface RallyPinnedRequest {
  /** The unit. */
  unit: Unit;
  /** Where it stands. Default: as the library has it. */
  situation?: Situation;
  /** Whether it sees an enemy. Default: true. */
  enemy_in_sight?: boolean;
}

/** How a rally from being pinned went. */
export interface RallyPinnedOutcome {
  /** The unit afterwards. */
  unit: Unit;
  /** Whether it may advance, or charge, in the same segment. */
  unpinned: boolean;
  /** Whether it is a Mob that hesitated; it may only shoot. */
  hesitated: boolean;
}

/** The segment of a routing unit: a rally, or another rout move. */
export interface RallyRoutRequest {
  /** The unit; draw a replacement for a lost officer first. */
  unit: Unit;
  /** Where it stands. Default: as the library has it. */
  situation?: Situation;
  /** The enemies that pursue it. Default: []. */
  pursuers?: Pursuer[];
  /** Where a further rout move leads. Default: { "cause": "enemy", "enemy_in_sight": true, "reach": null, "obstacles": [] }. */
  way?: RoutWay;
  /** Whether it left the table in its last rout move; then this is its only attempt. Default: false. */
  off_table?: boolean;
  /** Of machine-gun and mortar teams: the number of this attempt since the rout began. Default: 1. */
  attempt?: number;
  /** Whether an enemy could charge, or shoot at close range, a team that fetched the weapons. Default: false. */
  weapons_threatened?: boolean;
  /** Of such teams: the rally number of the nearest suitable infantry. Default: null. */
  infantry_rally?: number | null;
}

/** An enemy unit that follows routers and neither retires nor routs itself. */
export interface Pursuer {
  /** How far it is from the routers as their segment begins. */
  distance: number;
  /** The maximum speed on its card. */
  speed: number;
}

/** How the segment of a routing unit went. */
export interface RallyRoutOutcome {
  /** The unit afterwards. */
  unit: Unit;
  /** Whether it rallied, routs on or is removed. */
  result: Rallied;
  /** Whether there was a rally test. */
  attempted: boolean;
  /** Its rout move; null if it made none. */
  move: RoutMoveOutcome | null;
  /** What happened to the weapons of a machine-gun or mortar team; null for other troops, and before the first attempt. */
  weapons: Weapons | null;
  /** How many turns, from the next one, it may not advance or charge; for that long set `no_advance` in its requests. */
  no_advance_turns: number;
}

export type Rallied = "rallied" | "routs_on" | "removed";

export type Weapons = "kept" | "left_behind" | "lost";

/** A charge that a player wants to declare. */
export interface ChargeLegalityRequest {
  /** The arm of the charger. */
  charger: Arm;
  /** The arm of the target. */
  target: Arm;
  /** From where the target is charged. Default: "front". */
  aspect?: Aspect;
  /** The most that the card of the charger lets it move. */
  speed: number;
  /** How many bases it has. Default: 1. */
  bases?: number;
  /** How many of them stand abreast when it wheels. Default: 1. */
  front_bases?: number;
  /** Whether it is in column. Default: false. */
  in_column?: boolean;
  /** By how much it wheels at the beginning. Default: 0. */
  wheel?: number;
  /** What it passes, straight on, up to the target. Default: []. */
  path?: (Stretch | Barrier)[];
  /** Whether it would change its facing or formation on the way. Default: false. */
  turns_or_forms?: boolean;
  /** Whether it sees the target. Default: true. */
  sees?: boolean;
  /** Whether it charges out of an ambush, which adds 2 inches. Default: false. */
  ambush?: boolean;
  /** Whether it is pinned. Default: false. */
  pinned?: boolean;
  /** Whether its segment of this turn is used. Default: false. */
  has_acted?: boolean;
  /** Whether it is in rout. Default: false. */
  routing?: boolean;
  /** Of guns: whether they are limbered. Default: false. */
  limbered?: boolean;
  /** Whether it has chosen, or is held, to evade in this turn. Default: false. */
  evading?: boolean;
  /** Whether it has failed a charge test in this turn. Default: false. */
  has_failed?: boolean;
  /** Whether, by the option rout_no_advance, it still may not advance after a rout. Default: false. */
  no_advance?: boolean;
}

/** What a legal charge costs. */
export interface ChargeLegalityOutcome {
  /** What the charger may spend, in inches. */
  allowance: string | number;
  /** What wheel and path cost. */
  cost: string | number;
  /** What is left over, if it runs on. */
  left: string | number;
  /** The tests of a vehicle that the way requires. */
  trials: TrialDue[];
}

/** A charge. */
export interface ChargeRequest {
  /** The charging unit and where it stands as it declares. */
  charger: Charger;
  /** What covers it there, should it be shot at. Default: "open". */
  cover?: Cover;
  /** How the charge comes about. Default: "declared". */
  kind?: ChargeKind;
  /** The units that it will touch at once, the declared target first. */
  targets: ChargedUnit[];
  /** Enemies behind them on the straight line of the charge, which it may run into if the targets are gone. Default: []. */
  further?: ChargedUnit[];
  /** How far it can move along that line after paying for wheel and terrain; null: its speed, on open ground. Default: null. */
  reach?: number | null;
  /** Whether it has failed a charge test in this turn. Default: false. */
  has_failed?: boolean;
  /** Whether, by the option rout_no_advance, it still may not advance after a rout. Default: false. */
  no_advance?: boolean;
  /** Of a vehicle that charges: whether it moved in its latest segment. Default: false. */
  vehicle_moved?: boolean;
}

export type ChargeKind = "declared" | "ambush" | "joined_ambush" | "pursuit";

/** A unit that is charged, or that may be if those before it are gone. */
export interface ChargedUnit {
  /** The unit, and its circumstances when the charger touches it. */
  contact: Contacted;
  /** How far it is from where the charger declares, along the line of the charge. */
  distance: number;
  /** What matters if it shoots at the charger; units met later may not. Default: as the library has it. */
  fire?: DefensiveFire;
}

/** What matters if a charged unit shoots at the charger, which stands where it declared. */
export interface DefensiveFire {
  /** How many bases see the charger and have it in arc and range; null for all, 0 if none does. Default: null. */
  able_bases?: number | null;
  /** How far the charger is off the direction in which the unit shoots, for tachankas off their rear; null to decide by able_bases, or else by the side from which the unit is charged. Default: null. */
  off_facing?: number | null;
  /** Of troops who fire out of buildings, how many millimetres of it face the charger. Default: null. */
  frontage?: number | null;
  /** Whether the charger is enfiladed. Default: false. */
  enfiladed?: boolean;
  /** Whether the unit shot at it in its previous segment and the charger has not moved since. Default: false. */
  consecutive?: boolean;
  /** The shooting value of the unit's White Officer base; null where it has none. Default: null. */
  officer_base_value?: string | number | null;
}

/** The outcome of a charge. */
export interface ChargeOutcome {
  /** How it ended. */
  end: ChargeEnd;
  /** The charger afterwards. */
  charger: UnitAfterCharge;
  /** Each target afterwards, in listed order. */
  targets: UnitAfterCharge[];
  /** Each of the further enemies afterwards, in listed order. */
  further: UnitAfterCharge[];
  /** How far the charger came along its line: to contact, to a halt, or to the end. */
  advanced: number;
  /** Of a vehicle that charged: whether it may no longer move. */
  immobilised: boolean;
  /** Bases of prisoners in the hands of the charger's side afterwards. */
  prisoners_of_charger: number;
  /** Those in the hands of the other side. */
  prisoners_of_charged: number;
}

export type ChargeEnd = "test_failed" | "cancelled" | "halted" | "ran_out" | "contact";

/** A unit after a charge. */
export interface UnitAfterCharge {
  /** The unit afterwards; 0 bases when it is gone. */
  unit: Unit;
  /** What happened to it. */
  fate: ChargeFate;
  /** Its bases that were lost; not those taken prisoner. */
  lost: number;
  /** Its bases that were taken prisoner. */
  prisoners: number;
  /** Its officers who fell, or were destroyed or captured with it. */
  officers_lost: OfficerToken[];
  /** How far it fled, retired or routed in all. */
  moved: number;
  /** The friends that it routed through, in order; each takes a fear test. */
  ran_through: string[];
  /** Whether its rout before any combat took it off the table, where it may rally once. */
  left_table: boolean;
  /** Its pursuit; null if it had nobody to pursue. */
  pursuit: PursuitOutcome | null;
  /** How far it pushed back the friendly unit behind it as it retired. */
  pushed: number;
  /** Whether, charged in flank or rear, it has turned all its bases to face the charger. */
  turned_to_face: boolean;
  /** Unlimbered guns whose crews ran off: how many stay on their place, for either side to take. */
  guns_left: number;
}

export type ChargeFate = "stays" | "fled" | "retires" | "routs" | "destroyed" | "surrenders" | "caught";

/** A unit that scouts a piece of terrain in its segment. */
export interface ScoutAmbushRequest {
  /** How far it is from that terrain. */
  distance: number;
  /** Whether it is Partisan. Default: false. */
  partisan?: boolean;
  /** Whether a Clever officer commands it. Default: false. */
  clever?: boolean;
  /** Whether any unit has scouted the same place in this turn. Default: false. */
  scouted_this_turn?: boolean;
  /** Whether the unit itself has scouted in this turn. Default: false. */
  has_scouted?: boolean;
  /** Whether the possible ambusher throws the die out of sight and leaves it for checking. Default: false. */
  secret?: boolean;
}

/** The outcome of scouting. */
export interface ScoutAmbushOutcome {
  /** Whether an ambush that lies there is found: it is put on the table and has failed. */
  found: boolean;
  /** Who may know that: with a secret die only the side of the possible ambushers, for now. */
  told_to: "both" | "ambushers";
}

/** Units in ambush that attack a unit that has come near, with a charge or with fire. */
export interface SpringAmbushRequest {
  /** Where they lie. */
  hides_in: HidingPlace;
  /** How far the target was from them when its move began. */
  before: number;
  /** How far it is from the charger, or from the first who shoots, at each point of its move where they might spring, in their order; in their own segment the present distance. */
  points: number[];
  /** When they spring. Default: "enemy_move". */
  occasion?: SpringOccasion;
  /** Whether scouts have found them. Default: false. */
  scouted_out?: boolean;
  /** The charge; the point chosen is the distance of its first target. Default: null. */
  charge?: ChargeRequest | null;
  /** The fire of each unit that shoots, at the same target; the point chosen is the distance of the first. Default: []. */
  shots?: ShootRequest[];
  /** The shooting that the target may return at one of those who shoot, as both are before the first fires; only in the ambushers' own segment, because a move that is cut off has used the target's segment. Default: null. */
  answer?: ShootRequest | null;
  /** Where the target would rout to if it is only shot at; a charge has its own. Default: { "cause": "enemy", "enemy_in_sight": true, "reach": null, "obstacles": [] }. */
  way?: RoutWay;
}

export type HidingPlace =
  | "woods"
  | "buildings"
  | "hollow"
  | "behind_wall"
  | "behind_buildings"
  | "behind_woods"
  | "behind_hill"
  | "open_ground";

export type SpringOccasion = "enemy_move" | "own_segment";

/** The outcome of an ambush. */
export interface SpringAmbushOutcome {
  /** How far the ambushed unit was from the ambushers when its move was cut off. */
  at: number;
  /** The ambushed unit afterwards. */
  target: Unit;
  /** The outcome of the charge; null if they only shot. */
  charge: ChargeOutcome | null;
  /** What each fire did; units that no longer had a target are left out. */
  shots: ShootOutcome[];
  /** The rout move of a target that routs without a charge; null if it does not. */
  rout: RoutMoveOutcome | null;
  /** What the target's return fire did to the ambushers it was aimed at; null if it returned none. */
  answer: Aftermath | null;
  /** Unlimbered guns of the target whose crews ran off: how many stay on their place, for either side to take. */
  guns_left: number;
}

/** A scenario: only its author can say who fights, for how long, and from where. */
export interface SetUpRequest {
  /** The side that attacks. */
  attacker: Side;
  /** How many turns were agreed. Default: null. */
  turns?: number | null;
  /** Both armies. Default: []. */
  armies?: FieldArmy[];
  /** All units on the table at the start. Default: []. */
  units?: Unit[];
  /** Where the units of the attacker enter. Default: []. */
  deployed?: Deployed[];
  /** Units of the attacker that come later, each with the entry point noted for it. Default: []. */
  reinforcements?: Reinforcement[];
  /** The senior officers who begin with a unit, each with the card of the officer's own base. Default: []. */
  attached?: AttachedSenior[];
  /** The names of units that begin as position markers. Default: []. */
  hidden?: string[];
  /** With initiative by cards: which units are under the personal command of which HQ. Default: []. */
  personal?: InitiativeCard[];
}

/** An army in a game. */
export interface FieldArmy {
  /** Whose it is. */
  side: Side;
  /** Its flight percentage and its officer tokens. */
  army: Army;
  /** What its whole force was worth at the start, reinforcements included. */
  original_points: string | number;
  /** What its destroyed and captured bases were worth. Default: "0". */
  lost_points?: string | number;
  /** How many of its tanks the enemy took intact. Default: 0. */
  intact_tanks_captured?: number;
  /** Whether the enemy took its train off the table. Default: false. */
  train_taken?: boolean;
}

/** Where an attacking unit enters at the set-up. */
export interface Deployed {
  /** Its name. */
  unit: string;
  /** Its entry point. */
  entry: string;
  /** How far from the entry point its deepest base stands. */
  depth: number;
}

/** A unit that is still to come. */
export interface Reinforcement {
  /** The unit. */
  unit: Unit;
  /** The entry point noted for it. */
  entry: string;
}

/** A senior officer who begins the game with a unit. */
export interface AttachedSenior {
  /** The name of the unit. */
  unit: string;
  /** The troop card of the officer's own base, which gives its worth. */
  card: TroopCard;
}

/** A game that can begin. */
export interface SetUpOutcome {
  /** The game before the first segment. */
  game: Game;
}

/** A game between two action segments. */
export interface Game {
  /** The side that attacks. */
  attacker: Side;
  /** The number of turns that was agreed. */
  turns: number;
  /** The turn that is played. Default: 1. */
  turn?: number;
  /** Both armies. */
  armies: FieldArmy[];
  /** All units on the table. */
  units: Unit[];
  /** Those still to come. Default: []. */
  reinforcements?: Reinforcement[];
  /** The names of units that are still position markers. Default: []. */
  hidden?: string[];
  /** Buildings that were set on fire. Default: []. */
  buildings?: GameBuilding[];
  /** Senior officers who still need a successor. Default: []. */
  fallen_seniors?: FallenSenior[];
  /** When units were last shot at. Default: []. */
  shot_at?: GameShotAt[];
  /** The player whose segment comes now; null before it is known. Default: null. */
  acting?: Player | null;
  /** With cards: the names of those who act on the card that was drawn. Default: []. */
  able?: string[];
  /** The player who had the last segment of this turn; null at its beginning. Default: null. */
  last?: Player | null;
  /** With roll-offs: the loser of the last one that was not a draw. Default: null. */
  roll_off_loser?: Player | null;
  /** With cards: those still to be drawn. Default: []. */
  cards?: InitiativeCard[];
  /** With cards: those drawn in this turn. Default: []. */
  drawn?: InitiativeCard[];
  /** The sides that have lost. Default: []. */
  losers?: Side[];
  /** Whether the game is over. Default: false. */
  is_over?: boolean;
}

/** A building, or a section of one, that was set on fire. */
export interface GameBuilding {
  /** The building or section. */
  name: string;
  /** Its terror markers; five destroy it. */
  markers: number;
}

/** A senior officer who was killed and still needs a successor. */
export interface FallenSenior {
  /** The officer's name. */
  name: string;
  /** The officer's side. */
  side: Side;
  /** The troop card of a senior officer's base. */
  card: TroopCard;
  /** The turn in which the death became known. */
  known_in_turn: number;
}

/** The last turn in which a unit was shot at. */
export interface GameShotAt {
  /** Its name. */
  unit: string;
  /** The turn. */
  turn: number;
}

/** A game and the report of the segment that was played in it. */
export interface TurnRequest {
  /** The game. */
  game: Game;
  /** The segment that was played; null to ask only who acts next, which changes nothing once that is known. Default: null. */
  segment?: Segment | null;
}

/** The report of an action segment: what a referee or the other procedures say was done, and its results. */
export interface Segment {
  /** Whose segment it was. */
  unit: string;
  /** Of a reinforcement: the entry point by which it came; "" if it waits off the table. Default: "". */
  entered_at?: string;
  /** All units that it changed, as they are now: with 0 bases if destroyed, captured or now part of another unit; the parts of a unit that divided; a senior officer who left a unit. Default: []. */
  after?: Unit[];
  /** The names of units that made a retire move of more than nothing, a rout move or a pursuit. Default: []. */
  forced?: string[];
  /** The names of the units that fired. Default: []. */
  fired?: string[];
  /** The names of the units that were shot at. Default: []. */
  shot_at?: string[];
  /** The names of hidden units that became visible. Default: []. */
  seen?: string[];
  /** The senior officers attached to units who were killed, or lost with their units. Default: []. */
  seniors_killed?: FallenSenior[];
  /** The names of tanks that the enemy took intact. Default: []. */
  tanks_captured?: string[];
  /** The side whose train the enemy took off the table; null if none was. Default: null. */
  train_taken_from?: Side | null;
  /** Buildings whose fire changed, as they are now. Default: []. */
  buildings?: GameBuilding[];
  /** What is left in the pools of armies that drew a junior officer in it. Default: []. */
  pools?: PoolLeft[];
}

/** What is left in a pool of officer tokens after a draw. */
export interface PoolLeft {
  /** Whose army it is. */
  side: Side;
  /** The tokens left, as `red_actions.draw_officers` returns them. */
  pool: TokenCount[];
}

/** The game after a step. */
export interface TurnOutcome {
  /** The game. */
  game: Game;
  /** The player whose segment comes; null with cards, and when the game is over. */
  acting: Player | null;
  /** With cards: the units that may act on the card that was drawn. */
  able: string[];
  /** Whether a turn ended. */
  turn_ended: boolean;
  /** The buildings that burnt down as the new turn began. */
  burnt_down: string[];
}

/** A scenario that is to be played. */
export interface BeginGameRequest {
  /** The scenario. */
  scenario: Scenario;
}

/** A game that can be played. */
export interface Scenario {
  /** What it is called. */
  title: string;
  /** The table and its terrain. */
  table: Table;
  /** How many turns are played. */
  turns: number;
  /** The side that attacks. */
  attacker: Side;
  /** The Red army. */
  red: Army;
  /** The White army. */
  white: Army;
  /** Where the defender places units, in order; first of all. */
  zones: Zone[];
  /** Where the attacker comes in, in order. */
  entries: Entry[];
  /** Places that count for victory. Default: []. */
  places?: Place[];
  /** Who wins. Default: null. */
  victory?: Victory | null;
  /** Trains, and where they stand. Default: []. */
  trains?: TrainPlan[];
  /** The carts with ammunition. Default: []. */
  carts?: Carts[];
  /** Troop cards that come into play later, such as those on which cavalry dismounts. Default: []. */
  cards?: TroopCard[];
  /** The guns and mortars that have gas shells. Default: []. */
  gas?: string[];
  /** The facts that a referee tells, because figures stand on a real table; () if all are measured. Default: []. */
  told?: FactKind[];
  /** Where it comes from, and what is made up. Default: "". */
  source?: string;
}

/** A table and the terrain on it. */
export interface Table {
  /** What the table shows. */
  title: string;
  /** How far it reaches from west to east. */
  width: number;
  /** How far it reaches from south to north. */
  depth: number;
  /** Where it comes from, in a word or two. Default: "". */
  source?: string;
  /** How sure it is. Default: "illustrative". */
  provenance?: MapProvenance;
  /** The pieces of terrain that have an outline. Default: []. */
  terrain?: TerrainPiece[];
  /** The features that are lines. Default: []. */
  lines?: TerrainLine[];
}

export type MapProvenance = "printed" | "reconstructed" | "illustrative";

/** A piece of terrain with an outline: a hill, a wood, a building, a pond. */
export interface TerrainPiece {
  /** What it is called on this table; no two pieces or lines of a table share a name. */
  name: string;
  /** What it is, in the words of a ruleset: "wood". */
  kind: string;
  /** Its corners in order, either way round; the last is joined to the first. */
  outline: Point[];
  /** The level of the ground that it makes: what stands on a hill of height 2 stands at level 2. Default: 0. */
  height?: number;
  /** How many levels it rises above the ground that it stands on, where it hinders sight. Default: 1. */
  top?: number;
  /** The cover that it gives, in the words of a ruleset, or "none". Default: "none". */
  cover?: string;
  /** What it does to sight, its height aside: a bare hill is "open". Default: "open". */
  sight?: Sight;
  /** The crest line of a hill, from one end to the other; () where it has none, as gentle rises do. Default: []. */
  crest?: Point[];
}

/** A position on the table, or beside it, where a number may be negative. */
export interface Point {
  /** How far east of the south-west corner. */
  x: number;
  /** How far north of it. */
  y: number;
}

export type Sight = "open" | "area" | "blocks";

/** A feature that is a line: a road, a stream, a hedge, a wall, a wire entanglement. */
export interface TerrainLine {
  /** What it is called on this table; no two pieces or lines of a table share a name. */
  name: string;
  /** What it is, in the words of a ruleset: "hedge". */
  kind: string;
  /** The points that it runs through, from one end to the other; a closed one ends where it begins. */
  points: Point[];
  /** How wide it is. Default: 0. */
  width?: number;
  /** How many levels it rises above the ground that it stands on, where it hinders sight. Default: 1. */
  top?: number;
  /** The cover that it gives to what is behind it, in the words of a ruleset, or "none". Default: "none". */
  cover?: string;
  /** What it does to sight: "area" is seen through by those next to it, as a hedge is. Default: "open". */
  sight?: Sight;
}

/** Where the defender places units: a rectangle. */
export interface Zone {
  /** Its south-western corner. */
  south_west: Point;
  /** Its north-eastern corner. */
  north_east: Point;
  /** The bearing in which the enemy is expected; units may be placed to face another one. */
  facing: number;
  /** Who is placed in it, in order. */
  units: Unit[];
}

/** Where the attacker comes onto the table: a stretch of its edge. */
export interface Entry {
  /** What it is called. */
  name: string;
  /** One end. */
  start: Point;
  /** The other. */
  end: Point;
  /** The bearing in which units come in. */
  facing: number;
  /** Who comes in by it, in order; each may be held back until later. */
  units: Unit[];
}

/** A place that counts for victory. */
export interface Place {
  /** What it is called. */
  name: string;
  /** Its middle. */
  at: Point;
  /** How near it a unit holds it. Default: 4. */
  within?: number;
  /** Who holds it as the game begins; null for nobody. Default: null. */
  held_by?: Side | null;
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

/** A train as the game begins: it stands. */
export interface TrainPlan {
  /** What it is called. */
  name: string;
  /** The line of the table on which it runs; forward is from its first point to its last. */
  railway: string;
  /** Its cars, the head first: towards the last point of the railway. */
  cars: CarPlan[];
  /** How far along the railway its head is. */
  at: number;
}

/** A car of a train. */
export interface CarPlan {
  /** The car. */
  unit: Unit;
  /** Of machine-gun cars: where their guns point, as the car faces its own end of the train. Default: "front". */
  weapon?: Direction;
  /** The troops who ride in it as the game begins. Default: []. */
  aboard?: Unit[];
}

/** Carts with ammunition that go with guns or mortars, or were brought up to them. */
export interface Carts {
  /** Whose they are. */
  unit: string;
  /** How many; each was full when the battle began. */
  count: number;
}

export type FactKind = "distance" | "aspect" | "sight" | "cover" | "bases" | "enfilade" | "flanks" | "room" | "reach" | "towards";

/** A game that begins. */
export interface BeginGameOutcome {
  /** The state, before the first action. */
  state: State;
  /** What there is to tell of it. */
  events: string[];
}

/** A whole game at a moment between two actions. */
export interface State {
  /** What it began with. */
  scenario: Scenario;
  /** The turn, the armies and all units. */
  game: Game;
  /** Where the units on the table stand, in the order in which they came. Default: []. */
  groups?: Group[];
  /** The segments on their way, the one that acts now last; none while units are placed, and between turns. Default: []. */
  frames?: Frame[];
  /** What has come of the segment so far. Default: as the library has it. */
  report?: Report;
  /** Who lies in ambush or hides. Default: []. */
  ambushers?: Ambusher[];
  /** Who has moved in this turn. Default: []. */
  have_moved?: string[];
  /** Who has fired in this turn. Default: []. */
  fired?: string[];
  /** Who has failed a charge test in this turn. Default: []. */
  failed_charge?: string[];
  /** The pieces of terrain that were scouted in this turn. Default: []. */
  scouted?: string[];
  /** Who has scouted in this turn. Default: []. */
  scouts?: string[];
  /** Who follows whom. Default: []. */
  chases?: Chase[];
  /** How often teams have tried to rally since their rout began. Default: []. */
  rallies?: Tally[];
  /** Until which turn units may not advance after a rout, by that option. Default: []. */
  shaken?: Tally[];
  /** The weapons that teams have left. Default: []. */
  weapons?: LeftBehind[];
  /** Where teams in rout were as it began: their weapons lie there if they do not rally at once. Default: []. */
  fled_from?: LeftBehind[];
  /** Guns without crews. Default: []. */
  guns?: LeftBehind[];
  /** Where units in rout have left the table. Default: []. */
  off_table?: LeftBehind[];
  /** Prisoners on the table. Default: []. */
  captives?: Captives[];
  /** The table as it is now, where wire was cut or buildings have fallen; null while nothing has changed. Default: null. */
  ground?: Table | null;
  /** Vehicles that cannot move. Default: []. */
  mishaps?: Mishap[];
  /** Vehicles that moved in their latest segment. Default: []. */
  rolling?: string[];
  /** The trains on the table. Default: []. */
  trains?: TrainNow[];
  /** Who rides in which car of a train. Default: []. */
  aboard?: Aboard[];
  /** Who has halted in wire. Default: []. */
  wired?: InWire[];
  /** Horses whose riders fight on foot. Default: []. */
  horses?: Horses[];
  /** In how many segments guns and mortars have fired. Default: []. */
  spent?: Tally[];
  /** At whom guns, mortars and vehicles shot in their latest segment. Default: []. */
  laid?: Laid[];
  /** Who marched in its latest segment. Default: []. */
  marching?: string[];
  /** Who has lost its way in the dark. Default: []. */
  astray?: Astray[];
  /** Senior officers who are with units. Default: []. */
  attached?: Attached[];
  /** Trains and others who have left the table unbeaten. Default: []. */
  left_table?: string[];
  /** Who holds the places, by their names. Default: []. */
  held?: ([string, Side])[];
  /** The lines of actions that the table forbade in this segment, where a referee tells facts. Default: []. */
  refused?: string[];
  /** Who was pushed back by friends in the latest action. Default: []. */
  were_pushed?: string[];
  /** How the game ended; null as long as it goes on. Default: null. */
  result?: GameResult | null;
}

/** A unit on the table: bases that act together. */
export interface Group {
  /** What it is called; tables and reports tell groups apart by it. */
  name: string;
  /** Its bases, in an order that moves keep. */
  bases: Base[];
}

/** A rectangular base. */
export interface Base {
  /** The middle of its front edge. */
  at: Point;
  /** The bearing that it faces, from 0 up to 360 degrees. */
  facing: number;
  /** How wide it is. */
  frontage: number;
  /** How deep. */
  depth: number;
}

/** A segment on its way. */
export interface Frame {
  /** Whose it is. */
  side: Side;
  /** Whose segment it is, once that is settled; "" before. Default: "". */
  unit?: string;
  /** What the unit is about to do; null before it is declared. Default: null. */
  action?:
    | Deploy
    | HoldBack
    | GoOn
    | Hold
    | Move
    | Shoot
    | Charge
    | Rally
    | Limber
    | Unlimber
    | Hide
    | Scout
    | Enter
    | Preempt
    | LetThem
    | Spring
    | LieLow
    | PutRight
    | Repair
    | Drive
    | Cross
    | Clear
    | Dig
    | Dismount
    | MountOfKind
    | Embark
    | Disembark
    | Divide
    | Combine
    | Reform
    | Take
    | Eliminate
    | Attach
    | Detach
    | SetFire
    | FightFire
    | null;
  /** What the enemy may do about it now: pre-empt, or spring an ambush; "" for nothing. Default: "". */
  window?: "" | "clever" | "ambush";
  /** The units whose Clever officers have tried to pre-empt, or let it be. Default: []. */
  clever_tried?: string[];
  /** Whether nobody springs an ambush on this action. Default: false. */
  no_ambush?: boolean;
  /** Whether it pre-empts the segment below. Default: false. */
  preempts?: boolean;
  /** Whether its unit is a Mob that hesitates: it may only shoot. Default: false. */
  hesitates?: boolean;
  /** Whether its pinned unit may not go towards the enemy. Default: false. */
  stuck?: boolean;
  /** Whether a senior officer has joined or left its unit in it. Default: false. */
  senior_moved?: boolean;
  /** Who may still join the ambush that was sprung on its move, with a charge. Default: []. */
  joiners?: string[];
}

/** A unit is placed before the first turn. */
export interface Deploy {
  kind: "deploy";
  /** The unit. */
  unit: string;
  /** The middle of its front edge. */
  at: [number, number];
  /** The bearing that it faces. */
  facing: number;
  /** Whether it is in column. Default: false. */
  in_column?: boolean;
  /** Whether it lies in ambush there. Default: false. */
  ambush?: boolean;
}

/** An attacking unit is not moved onto the table at the set-up: it comes later, by its entry. */
export interface HoldBack {
  kind: "hold_back";
  /** The unit. */
  unit: string;
}

/** The game goes on by itself: who acts first is found. */
export interface GoOn {
  kind: "go_on";
}

/** A unit uses its segment to stay where it is; off the table, to stay there. */
export interface Hold {
  kind: "hold";
  /** The unit. */
  unit: string;
  /** Whether it evades in this turn. Default: false. */
  evading?: boolean;
}

/** A unit moves: it may form up and turn, then wheels, goes ahead, and may turn again. */
export interface Move {
  kind: "move";
  /** The unit. */
  unit: string;
  /** How far it goes straight ahead. */
  ahead: number;
  /** By how much it wheels before that. Default: 0. */
  wheel?: number;
  /** By how much all its bases turn on the spot first: 90 or 180 degrees. Default: 0. */
  turn?: number;
  /** By how much they turn at the end. Default: 0. */
  turn_after?: number;
  /** What it forms first: a column, a line, or formed cavalry. Default: "as_it_is". */
  form?: "as_it_is" | "column" | "line" | "formed" | "loose";
  /** Whether it marches. Default: false. */
  march?: boolean;
  /** Whether it evades in this turn, at its evasive speed. Default: false. */
  evading?: boolean;
}

/** A unit shoots, and may move ahead afterwards: before the dice are thrown. */
export interface Shoot {
  kind: "shoot";
  /** The unit. */
  unit: string;
  /** At whom. */
  target: string;
  /** By how much its bases turn or pivot before. Default: 0. */
  turn?: number;
  /** How far it goes straight ahead after the shot. Default: 0. */
  ahead?: number;
  /** Whether it only harasses, up to twice its range. Default: false. */
  harassing?: boolean;
  /** The friend who directs the fire of guns or mortars at a target that he sees; "" for nobody. Default: "". */
  observer?: string;
  /** Whether the shells hold gas, where the scenario has it. Default: false. */
  gas?: boolean;
}

/** A unit charges. */
export interface Charge {
  kind: "charge";
  /** The unit. */
  unit: string;
  /** Whom it will touch first. */
  target: string;
  /** By how much it wheels before. Default: 0. */
  wheel?: number;
}

/** A unit sheds its terror markers; one in rout tries to rally, or routs on. */
export interface Rally {
  kind: "rally";
  /** The unit. */
  unit: string;
}

/** Guns are limbered. */
export interface Limber {
  kind: "limber";
  /** The unit. */
  unit: string;
}

/** Guns are unlimbered. */
export interface Unlimber {
  kind: "unlimber";
  /** The unit. */
  unit: string;
}

/** A unit hides where it stands, and lies in ambush from the next turn on. */
export interface Hide {
  kind: "hide";
  /** The unit. */
  unit: string;
}

/** A unit scouts a piece of terrain, and then has its segment. */
export interface Scout {
  kind: "scout";
  /** The unit. */
  unit: string;
  /** The name of the piece. */
  place: string;
}

/** A unit that is still off the table comes in by its entry. */
export interface Enter {
  kind: "enter";
  /** The unit. */
  unit: string;
}

/** A Clever officer tries to act before the enemy does. */
export interface Preempt {
  kind: "preempt";
  /** The unit that the officer commands. */
  unit: string;
}

/** Nobody pre-empts what the enemy is about to do. */
export interface LetThem {
  kind: "let_them";
}

/** A unit springs its ambush on the enemy that moves. */
export interface Spring {
  kind: "spring";
  /** The unit. */
  unit: string;
  /** Whether it charges or shoots. */
  attack: "charge" | "shoot";
  /** Others in ambush who shoot at the same enemy, one after the other. Default: []. */
  others?: string[];
}

/** Nobody springs an ambush on the enemy that moves. */
export interface LieLow {
  kind: "lie_low";
}

/** Correct the position of a unit. */
export interface PutRight {
  kind: "put_right";
  /** The unit. */
  unit: string;
  /** The middle of its front edge. */
  at: [number, number];
  /** The bearing that it faces. */
  facing: number;
}

/** A vehicle tries to get free, and then has its segment. */
export interface Repair {
  kind: "repair";
  /** The vehicle. */
  unit: string;
}

/** A train drives, and its segment ends. */
export interface Drive {
  kind: "drive";
  /** Its engine, or its first car if it has none. */
  unit: string;
  /** What the driver does: keep the speed or stand, double it, halve it, or set off the other way. */
  order: "keep" | "faster" | "slower" | "reverse";
}

/** A unit that has halted in wire tries to get through; engineers cut a path. */
export interface Cross {
  kind: "cross";
  /** The unit. */
  unit: string;
}

/** A tank with a device to clear wire goes along the wire that it touches. */
export interface Clear {
  kind: "clear";
  /** The tank. */
  unit: string;
  /** How far it goes. */
  along: number;
  /** Whether it goes towards the beginning of the wire, as its points are listed, instead of its end. Default: false. */
  back?: boolean;
}

/** Infantry digs foxholes where it stands. */
export interface Dig {
  kind: "dig";
  /** The unit. */
  unit: string;
}

/** Cavalry gets off its horses, and one base stays to hold them. */
export interface Dismount {
  kind: "dismount";
  /** The unit. */
  unit: string;
}

/** Cavalry that fights on foot gets back on its horses. */
export interface MountOfKind {
  kind: "mount";
  /** The unit. */
  unit: string;
}

/** Infantry gets on a car of a train that stands. */
export interface Embark {
  kind: "embark";
  /** The unit. */
  unit: string;
  /** The car. */
  car: string;
}

/** Infantry gets off its train, and stands beside its car. */
export interface Disembark {
  kind: "disembark";
  /** The unit. */
  unit: string;
}

/** A unit divides. */
export interface Divide {
  kind: "divide";
  /** The unit. */
  unit: string;
  /** How many bases each part gets. */
  parts: number[];
}

/** Units in contact become one, under the name of the first. */
export interface Combine {
  kind: "combine";
  /** The first. */
  unit: string;
  /** The one that becomes a part of it. */
  other: string;
}

/** A unit whose bases face different ways forms up, which is its whole move. */
export interface Reform {
  kind: "reform";
  /** The unit. */
  unit: string;
  /** The bearing that it faces afterwards. */
  facing: number;
  /** Whether it forms a column. Default: false. */
  in_column?: boolean;
}

/** A unit takes possession of guns, weapons, horses or prisoners that it touches. */
export interface Take {
  kind: "take";
  /** The unit. */
  unit: string;
  /** What it takes: by the name of the unit that left it, or of the prisoners. */
  thing: string;
}

/** A unit eliminates prisoners that it touches, where the option allows it. */
export interface Eliminate {
  kind: "eliminate";
  /** The unit. */
  unit: string;
  /** The prisoners. */
  thing: string;
}

/** A senior officer in contact joins a unit, which then has its segment. */
export interface Attach {
  kind: "attach";
  /** The unit. */
  unit: string;
  /** The officer's base. */
  senior: string;
}

/** A senior officer leaves a unit, which then has its segment. */
export interface Detach {
  kind: "detach";
  /** The unit. */
  unit: string;
  /** The officer's base. */
  senior: string;
}

/** A unit tries to set a building on fire. */
export interface SetFire {
  kind: "set_fire";
  /** The unit. */
  unit: string;
  /** The name of the building. */
  place: string;
}

/** A unit fights the fire of a building. */
export interface FightFire {
  kind: "fight_fire";
  /** The unit. */
  unit: string;
  /** The name of the building. */
  place: string;
}

/** What has come of the segment on its way, to be entered when it ends. */
export interface Report {
  /** The units that changed, as they are now. Default: []. */
  changed?: Unit[];
  /** Who was made to move. Default: []. */
  forced?: string[];
  /** Who fired. Default: []. */
  fired?: string[];
  /** Who was shot at. Default: []. */
  shot_at?: string[];
  /** Who was hidden and is seen. Default: []. */
  seen?: string[];
  /** By which entry the unit came in. Default: "". */
  entered_at?: string;
  /** What is left in the pools of officers. Default: []. */
  pools?: PoolLeft[];
  /** The buildings whose fire changed. Default: []. */
  buildings?: GameBuilding[];
}

/** A unit that is not on the table for the enemy to see. */
export interface Ambusher {
  /** Its name. */
  unit: string;
  /** The name of the terrain in which it lies. */
  place: string;
  /** What that is. */
  hides_in: HidingPlace;
  /** The first turn in which it may spring its ambush. Default: 1. */
  from_turn?: number;
}

/** An enemy that follows a unit in rout. */
export interface Chase {
  /** Who follows. */
  pursuer: string;
  /** Whom. */
  router: string;
}

/** A number that is kept of a unit. */
export interface Tally {
  /** Its name. */
  unit: string;
  /** The number. */
  count: number;
}

/** Guns or weapons that lie on the table without a crew, or the spot where a unit left it. */
export interface LeftBehind {
  /** Whose they were. */
  unit: string;
  /** Where. */
  at: Point;
  /** How many guns; 0 for weapons that only their own team can use, and for a spot. Default: 0. */
  bases?: number;
  /** Of guns: who has taken possession of them; null for nobody. Default: null. */
  held_by?: Side | null;
}

/** Prisoners on the table. */
export interface Captives {
  /** What they are called. */
  name: string;
  /** The side whose men they are. */
  of: Side;
  /** How many bases of them. */
  bases: number;
  /** Where they are. */
  at: Point;
  /** Who holds them. */
  held_by: Side;
  /** The unit that guards them; "" if none does. Default: "". */
  guard?: string;
}

/** A vehicle that cannot move. */
export interface Mishap {
  /** The vehicle. */
  unit: string;
  /** Why. */
  status: Trouble;
  /** The turn in which it came to that: it may try to get free in a later one. */
  turn: number;
  /** The turn in which it last tried; 0 if it never has. Default: 0. */
  tried_in?: number;
}

export type Trouble = "temporary" | "permanent" | "immobilised";

/** A train on the table. */
export interface TrainNow {
  /** The train. */
  name: string;
  /** The cars that are left, the head first. */
  cars: string[];
  /** How far the front of each car is behind the head of the train, in the same order. */
  gaps: number[];
  /** How far along its railway the head is. */
  at: number;
  /** How far it went in its last move; 0 while it stands. Default: 0. */
  last_move?: number;
  /** Which way it went, or will set off. Default: "forward". */
  way?: TrainWay;
  /** The direct hits on its cars. Default: []. */
  hits?: Tally[];
  /** Whether it must try to leave the table. Default: false. */
  leaves_table?: boolean;
  /** Whether it must get out of reach of the enemy's guns. Default: false. */
  leaves_range?: boolean;
  /** Its cars that have fired in this turn. Default: []. */
  fired?: string[];
}

export type TrainWay = "forward" | "backward";

/** Troops who ride in a car of a train. */
export interface Aboard {
  /** Who. */
  unit: string;
  /** The car. */
  car: string;
}

/** Infantry that has halted in wire. */
export interface InWire {
  /** Who. */
  unit: string;
  /** The name of the wire. */
  wire: string;
  /** The turn in which it entered. */
  turn: number;
}

/** Horses that a base holds while their riders fight on foot. */
export interface Horses {
  /** Whose they are. */
  unit: string;
  /** The side of that unit. */
  side: Side;
  /** Where they are held. */
  at: Point;
  /** How many bases hold them. */
  holders: number;
  /** The card of the riders in the saddle. */
  card: TroopCard;
}

/** At whom guns, mortars or vehicles shot in their latest segment. */
export interface Laid {
  /** Who shot. */
  unit: string;
  /** At whom. */
  target: string;
  /** Where the first base of the target stood. */
  at: Point;
  /** In which turn. */
  turn: number;
  /** Who directed the fire; "" for nobody. Default: "". */
  observer?: string;
}

/** A unit that has lost its way in the dark. */
export interface Astray {
  /** The unit. */
  unit: string;
  /** By how many degrees it goes astray, to the right; negative to the left. */
  veer: number;
}

/** A senior officer who is with a unit. */
export interface Attached {
  /** The name of the officer's own base. */
  name: string;
  /** Whose officer it is. */
  side: Side;
  /** The unit that the officer is with. */
  unit: string;
  /** The card of that base. */
  card: TroopCard;
  /** The officer. */
  token: OfficerToken;
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
  state: State;
  /** The action. */
  action:
    | Deploy
    | HoldBack
    | GoOn
    | Hold
    | Move
    | Shoot
    | Charge
    | Rally
    | Limber
    | Unlimber
    | Hide
    | Scout
    | Enter
    | Preempt
    | LetThem
    | Spring
    | LieLow
    | PutRight
    | Repair
    | Drive
    | Cross
    | Clear
    | Dig
    | Dismount
    | MountOfKind
    | Embark
    | Disembark
    | Divide
    | Combine
    | Reform
    | Take
    | Eliminate
    | Attach
    | Detach
    | SetFire
    | FightFire;
}

/** A game after an action. */
export interface ActOutcome {
  /** The state afterwards. */
  state: State;
  /** What happened, in sentences. */
  events: string[];
  /** The bases that fell, where they stood. */
  fallen_bases: FallenBase[];
  /** Who was pushed back by friends. */
  pushed_back: PushedBack[];
  /** What stays on the ground: guns without crews, and weapons. */
  left_behind: LeftBehind[];
}

/** A base that is taken off the table. */
export interface FallenBase {
  /** Whose it was. */
  unit: string;
  /** The middle of its front edge as the action began. */
  at: Point;
  /** The bearing that it faced. */
  facing: number;
}

/** A unit that friends who went back have pushed. */
export interface PushedBack {
  /** The unit. */
  unit: string;
  /** Where its middle was. */
  start: Point;
  /** Where it is now. */
  to: Point;
}
