; Each piece of kind ?k lies with its head, its first cell in reading order, at a cell ?c.
(define (domain sliding-blocks)
  (:requirements :strips :typing :action-costs)
  (:types cell kind way - object way-1 - way)
  (:predicates
    (lies ?k - kind ?c - cell)
    (empty ?c - cell)
    (slides ?w - way ?k - kind)
    (from ?w - way ?c - cell)
    (to ?w - way ?c - cell)
    (enters-1 ?w - way ?c - cell)
    (leaves-1 ?w - way ?c - cell))
  (:functions (total-cost) - number)
  (:action step-1
    :parameters (?k - kind ?from ?to - cell ?w - way-1 ?enters-1 ?leaves-1 - cell)
    :precondition (and (slides ?w ?k) (from ?w ?from) (to ?w ?to) (enters-1 ?w ?enters-1) (leaves-1 ?w ?leaves-1) (lies ?k ?from) (empty ?enters-1))
    :effect (and (not (lies ?k ?from)) (lies ?k ?to) (not (empty ?enters-1)) (empty ?leaves-1) (increase (total-cost) 1))))
